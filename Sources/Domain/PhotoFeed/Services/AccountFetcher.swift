public import Signals

/// Asks a server which account a credential opens.
///
/// A service of the business logic; confined to the scheduler on which it was made.
public protocol AccountFetcher: AnyObject {
    /// The account that the fetcher's credential opens.
    ///
    /// Cold. Sends one value, on the fetcher's scheduler, and completes; disposal cancels the request.
    func account() -> Signal<FeedAccount, FeedError>
}
