package import PhotoFeed
import Routing

/// Returns a window of the feed in the library of an account.
package struct ReadFeed: Route {
    package typealias Output = FeedWindow

    package let account: String
    package let query: FeedQuery

    package init(account: String, query: FeedQuery) {
        self.account = account
        self.query = query
    }
}
