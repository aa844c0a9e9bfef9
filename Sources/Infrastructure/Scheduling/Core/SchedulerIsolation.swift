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
/// The type is not `Sendable`. The result of `SchedulerBound.get(in:)` belongs to the same region
/// as this value, which belongs to the running work. The compiler therefore refuses to send either
/// of them to another scheduler.
public struct SchedulerIsolation {
    /// The scheduler whose work received the value.
    public let scheduler: any Scheduler

    package init(_ scheduler: any Scheduler) { self.scheduler = scheduler }
}

@available(*, unavailable)
extension SchedulerIsolation: Sendable {}
