public import Signals

/// Brings a library up to date with its server.
///
/// A service of the business logic; confined to the scheduler on which it was made.
public protocol FeedSynchronizer: AnyObject {
    /// One run: the pages since the last one, then the thumbnails that are wanted.
    ///
    /// Cold: each subscription is a run; only one may be under way. Events come on the
    /// synchronizer's scheduler; the last one before completion is `.finished`. Disposal ends the
    /// run at once, with the library good and the next run going on from there.
    ///
    /// Fails with `.followsAnotherSource`, before anything is changed, when the library holds photos of
    /// another source than `options` names and they do not say that it is replaced. The account is a part of the
    /// source: the server is asked for it at the first run and whenever the credential is another one than at the last run.
    func synchronize(_ options: SyncOptions) -> Signal<SyncEvent, FeedError>
}
