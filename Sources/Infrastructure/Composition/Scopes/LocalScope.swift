public import Scheduling

/// A scope as seen by code that runs on one scheduler.
///
/// The type is not `Sendable`, so the compiler
/// keeps the services that it returns on the scheduler of the running work.
///
/// ```swift
/// handle.schedule { service, isolation in
///     let host = try? LocalScope(scope, isolation).here(HostKey.self)
/// }
/// ```
public struct LocalScope {
    /// The scope itself, which may be passed to other schedulers.
    public let scope: Scope
    /// The domain of the running work; `nil` while a thread-safe service is made.
    @usableFromInline let isolation: SchedulerIsolation?

    /// Creates the view of `scope` for the work that received `isolation`.
    public init(_ scope: Scope, _ isolation: SchedulerIsolation) {
        self.scope = scope
        self.isolation = isolation
    }

    init(_ scope: Scope, _ isolation: SchedulerIsolation?) {
        self.scope = scope
        self.isolation = isolation
    }
}

@available(*, unavailable)
extension LocalScope: Sendable {}
