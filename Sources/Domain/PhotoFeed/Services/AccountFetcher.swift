public import Signals

/// Asks a server for the account of a credential.
///
/// A service of the business logic, confined to the scheduler on which it was made.
public protocol AccountFetcher: AnyObject {
    /// Returns a signal of the account of the fetcher's credential.
    ///
    /// Cold. Sends one value, on the fetcher's scheduler, and completes; disposal cancels the
    /// request.
    func account() -> Signal<FeedAccount, FeedError>
}
