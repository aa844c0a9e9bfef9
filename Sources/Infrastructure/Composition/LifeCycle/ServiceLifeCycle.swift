/// A service that has to be started before its use, or stopped after it.
///
/// ```swift
/// @Schedulable
/// final class FeedWatch: ServiceLifeCycle {
///     nonisolated(nonsending) func start() async throws { try await connect() }
///     nonisolated(nonsending) func stop() async { close() }
/// }
/// ```
///
/// Both methods run on the scheduler of the service, and under no lock.
///
/// The conformance must be nonisolated, also for a class of the main actor. The compiler rejects
/// `@MainActor ServiceLifeCycle`, because a scope could not detect it at run time.
public protocol ServiceLifeCycle: AnyObject, SendableMetatype {
    /// Makes the service ready; by default it does nothing.
    ///
    /// The services that need this one start after it has returned.
    ///
    /// - Throws: an error that ends the start of the scope.
    nonisolated(nonsending) func start() async throws

    /// Ends the work of the service, before it is released; by default it does nothing.
    ///
    /// The services that need this one have already stopped, or are overdue.
    nonisolated(nonsending) func stop() async
}

extension ServiceLifeCycle {
    /// Does nothing.
    nonisolated(nonsending) public func start() async throws {}

    /// Does nothing.
    nonisolated(nonsending) public func stop() async {}
}
