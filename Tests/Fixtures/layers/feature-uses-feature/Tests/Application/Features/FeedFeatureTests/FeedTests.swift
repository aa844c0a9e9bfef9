import FeedFeature

let feed = FeedModule.self
