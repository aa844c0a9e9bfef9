/// A service that has to be stopped after its use.
///
/// ```swift
/// @Schedulable
/// final class FeedWatch: ServiceLifeCycle {
///     nonisolated(nonsending) func stop() async { close() }
/// }
/// ```
///
/// The life of a service begins with its factory. `stop` runs on the scheduler of the service, and
/// under no lock.
///
/// The conformance must be nonisolated, also for a class of the main actor. The compiler rejects
/// `@MainActor ServiceLifeCycle`, because a scope could not detect it at run time.
public protocol ServiceLifeCycle: AnyObject, SendableMetatype {
    /// Ends the work of the service, before it is released.
    ///
    /// The services that need this one have already stopped, or are overdue.
    nonisolated(nonsending) func stop() async
}
