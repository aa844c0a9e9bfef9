package import FeedFeature

package func text(_ feed: FeedModule) -> String { "\(feed)" }
