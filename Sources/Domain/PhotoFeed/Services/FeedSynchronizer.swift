public import Signals

/// Updates a library from its server.
///
/// A service of the business logic, confined to the scheduler on which it was made.
///
/// It does not block while it waits for the server, but blocks its scheduler on the disk while it
/// stores a page or thumbnails.
public protocol FeedSynchronizer: AnyObject {
    /// Returns a signal of one run: the pages since the last run, then the thumbnails to fetch.
    ///
    /// Cold: each subscription is a run; only one may be in progress. Events are sent on the
    /// synchronizer's scheduler; the last one before completion is `.finished`. Disposal ends the
    /// run at once; the library stays valid, and the next run continues from there.
    ///
    /// It fails with `.followsAnotherSource`, before any change, when the library contains photos
    /// of another source than that of `options`, unless they allow the replacement. The account is
    /// a part of the source: it is requested from the server at the first run, and whenever the
    /// credential has changed since the last run.
    func synchronize(_ options: SyncOptions) -> Signal<SyncEvent, FeedError>
}
