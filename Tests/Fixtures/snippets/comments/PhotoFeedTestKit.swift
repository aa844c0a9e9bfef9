import PhotoFeed
import PhotoFeedTestKit
import Testing

func ExampleFixture() -> any FeedProviderFixture { fatalError("not called") }

// snippet FeedProviderConformance
