public import HTTPGateway
public import PhotoFeed
public import Scheduling
public import Signals

/// Asks Dropbox, or a server that speaks like it, which account a host's credential opens.
///
/// A business-logic service, confined to the scheduler of its host.
@Schedulable
public final class DropboxAccountFetcher: AccountFetcher {
    private let host: any APIHost

    /// Asks `host`, which stands for Dropbox's api.dropboxapi.com.
    public init(host: any APIHost) { self.host = host }

    /// The account that the host's credential opens; see `AccountFetcher`.
    public func account() -> Signal<FeedAccount, FeedError> {
        host.output(of: DropboxGetCurrentAccount()).mapFailure { FeedError($0) }
    }
}
