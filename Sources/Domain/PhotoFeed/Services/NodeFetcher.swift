public import Signals

/// Fetches a feed's pages from a server: the whole listing first, then what has changed since a cursor.
///
/// A service of the business logic; confined to the scheduler on which it was made.
public protocol NodeFetcher: AnyObject {
    /// The pages from `start` on, until the server has no more for now.
    ///
    /// Cold: each subscription begins at `start`. The request for the next page is under way while
    /// a page is delivered, and never more than that one. Values come on the fetcher's scheduler;
    /// disposal cancels the request. Fails with `.cursorReset` when the listing has to begin anew,
    /// with `.folderNotFound` when the folder is not there, or is not there any more.
    func pages(from start: FeedStart) -> Signal<FeedPage, FeedError>

    /// Why the server's requests are waiting, for everybody at once; `nil` when they go on again.
    ///
    /// Begins with the present state, and ends with the fetcher.
    var waits: Signal<FeedWait?, Never> { get }
}
