public import HTTPGateway
public import PhotoFeed
public import Scheduling
public import Signals

/// Waits for changes at Dropbox, or at a compatible server.
///
/// A business-logic service, confined to the scheduler of its host.
@Schedulable
public final class DropboxChangeNotifier: ChangeNotifier {
    private let host: any APIHost

    /// Creates a notifier that sends its requests to `host`, in the role of
    /// notify.dropboxapi.com.
    ///
    /// - Parameter host: a host without a credential.
    public init(host: any APIHost) { self.host = host }

    /// Returns a signal of one answer; see `ChangeNotifier`.
    public func changes(since cursor: FeedCursor) -> Signal<ChangeNotice, FeedError> {
        host.output(of: DropboxListFolderLongpoll(cursor: cursor)).mapFailure { FeedError($0) }
    }
}
