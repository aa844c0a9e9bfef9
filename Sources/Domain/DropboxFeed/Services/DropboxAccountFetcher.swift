public import HTTPGateway
public import PhotoFeed
public import Scheduling
public import Signals

/// Asks Dropbox, or a compatible server, for the account of a host's credential.
///
/// A business-logic service, confined to the scheduler of its host.
@Schedulable
public final class DropboxAccountFetcher: AccountFetcher {
    private let host: any APIHost

    /// Creates a fetcher that sends its requests to `host`, in the role of api.dropboxapi.com.
    public init(host: any APIHost) { self.host = host }

    /// Returns a signal of the account of the host's credential; see `AccountFetcher`.
    public func account() -> Signal<FeedAccount, FeedError> {
        host.output(of: DropboxGetCurrentAccount()).map(\.account).mapFailure { FeedError($0) }
    }
}
