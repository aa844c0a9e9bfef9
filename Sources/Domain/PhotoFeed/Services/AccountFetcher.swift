public import Signals

/// Asks a server for the account of a credential.
///
/// A service of the business logic, confined to the scheduler on which it was made.
///
/// A synchronizer uses it in the first run, and when the credential has changed since the last one.
/// A credential that the server refuses is a failure, such as `.tokenRefused`.
public protocol AccountFetcher: AnyObject {
    /// Returns a signal of the account of the fetcher's credential.
    ///
    /// Cold. Sends one value, on the fetcher's scheduler, and completes; disposal cancels the
    /// request.
    func account() -> Signal<FeedAccount, FeedError>
}
