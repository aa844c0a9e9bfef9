public import Signals

/// Fetches a feed's pages from a server: a complete listing, or the changes since a cursor.
///
/// A service of the business logic, confined to the scheduler on which it was made.
///
/// A run of a synchronizer subscribes for the changes since the last one, or for a listing, and
/// again for each listing that `.cursorReset` requires.
public protocol NodeFetcher: AnyObject {
    /// Returns a signal of the pages from `start` to the last one that is available.
    ///
    /// Cold: each subscription begins at `start`. While a page is delivered, at most the request
    /// for the next page is in flight. Values are sent on the fetcher's scheduler; disposal cancels
    /// the request. It fails with `.cursorReset` when the feed has to be listed again, and with
    /// `.folderNotFound` when the folder does not exist, or no longer exists.
    ///
    /// A listing that the same fetcher begins directly after `.cursorReset` may state parts as
    /// unchanged. It applies to a library in the state of the cursor that was reset.
    func pages(from start: FeedStart) -> Signal<FeedPage, FeedError>

    /// The pauses of the requests to the server, for all users; `nil` when they continue.
    ///
    /// Begins with the current state, and ends with the fetcher.
    var pauses: Signal<FeedPause?, Never> { get }
}
