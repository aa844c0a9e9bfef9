import Routing

/// Brings the library of an account up to date, and shows the run as `photopark sync` does.
package struct ShowSync: Route {
    package typealias Output = ShownResult

    package let account: String

    package init(account: String) { self.account = account }
}
