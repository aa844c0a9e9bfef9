/// The isolation domain of a scheduler, as a value that only code on that scheduler receives.
///
/// It gives access to the other services of the scheduler:
///
/// ```swift
/// let index = SchedulerBound(on: business) { WordIndex() }
/// let counter = SchedulerBound(on: business) { try WordCounter(index: index.get(in: $0)) }
/// counter.schedule { counter, isolation in
///     guard let index = try? index.get(in: isolation) else { return }
///     counter.count(index)
/// }
/// ```
///
/// The type is not `Sendable`, and belongs to the region of the running work. Whatever is passed
/// together with it joins this region, as the result of `SchedulerBound.get(in:)` does. The
/// compiler therefore refuses to send any of them to another scheduler. So each call that keeps the
/// caller's objects in a timer, a task or a hop receives this value as `in`.
///
/// A service that makes such calls receives the value in its initialiser, and keeps it:
///
/// ```swift
/// final class Clock {
///     private let home: SchedulerIsolation
///
///     init(home: SchedulerIsolation) { self.home = home }
/// }
///
/// let clock = SchedulerBound(on: business) { home in Clock(home: home) }
/// ```
public struct SchedulerIsolation {
    /// The scheduler whose work received the value.
    public let scheduler: any Scheduler

    package init(_ scheduler: any Scheduler) { self.scheduler = scheduler }

    /// The isolation domain of the main scheduler, for code of the main actor.
    @MainActor public static var main: SchedulerIsolation {
        SchedulerIsolation(MainScheduler.shared)
    }

    /// Creates the isolation domain of the scheduler to which the caller's actor is pinned.
    ///
    /// ```swift
    /// let home = SchedulerIsolation(of: #isolation)
    /// ```
    ///
    /// Traps when the actor runs elsewhere, such as on the pool of Swift concurrency, or on a
    /// scheduler that is only the preference of its task.
    public init(of actor: isolated any Actor) {
        guard let scheduler = Schedulers.current,
            Self.isPinned(actor, to: scheduler)
        else { preconditionFailure("\(type(of: actor)) is not pinned to a scheduler") }
        self.scheduler = scheduler
    }

    /// Whether `scheduler` is the executor of the actor.
    package static func isPinned(_ actor: any Actor, to scheduler: any Scheduler) -> Bool {
        // unsafe, unsafeBitCast: the type is frozen as two words, the object and its conformance.
        // Before macOS 26, the language offers no comparison.
        let (one, other) = (actor.unownedExecutor, scheduler.asUnownedSerialExecutor())
        typealias Words = (object: UInt, conformance: UInt)
        return unsafeBitCast(one, to: Words.self).object
            == unsafeBitCast(other, to: Words.self).object
    }
}

@available(*, unavailable)
extension SchedulerIsolation: Sendable {}
