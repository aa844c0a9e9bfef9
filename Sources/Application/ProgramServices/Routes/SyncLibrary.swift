package import PhotoFeed
import Routing

/// Brings the library of an account up to date; the outputs are the events of the run.
package struct SyncLibrary: Route {
    package typealias Output = SyncEvent

    package let account: String
    package let options: SyncOptions

    package init(account: String, options: SyncOptions) {
        self.account = account
        self.options = options
    }
}
