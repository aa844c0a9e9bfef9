public import Signals

/// Examines which abilities of a provider's protocol a server has, for `photopark doctor --probe`.
///
/// Servers that speak the same protocol differ. A probe sends requests that change nothing, and
/// reports what the server lacks and what follows from it.
///
/// A service of the business logic, confined to the scheduler on which it was made.
public protocol ServerProbe: AnyObject {
    /// Returns a signal of the findings, in the order in which they are shown.
    ///
    /// Cold. Sends the findings on the probe's scheduler, and completes; disposal cancels the
    /// requests. It fails if the server cannot be examined at all.
    func findings() -> Signal<ServerFinding, FeedError>
}
