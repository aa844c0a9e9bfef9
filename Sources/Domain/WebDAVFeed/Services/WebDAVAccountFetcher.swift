import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

/// Checks a user name and a password at a WebDAV server, which has no other identifier of accounts.
///
/// A business-logic service, confined to the scheduler of its host.
@Schedulable
final class WebDAVAccountFetcher: AccountFetcher {
    private let host: any APIHost
    private let base: WebDAVBase
    private let user: String

    init(host: any APIHost, base: WebDAVBase, user: String) {
        self.host = host
        self.base = base
        self.user = user
    }

    /// Returns a signal of the account of the host's credential; see `AccountFetcher`.
    func account() -> Signal<FeedAccount, FeedError> {
        let request = WebDAVPropfind(
            folder: "", depth: .itself, properties: [.type], base: base, partLimit: 10)
        return host.output(of: request).map { [user] _ in FeedAccount(rawValue: user) }
            .mapFailure { WebDAVFailure($0, folder: "").error }
    }
}
