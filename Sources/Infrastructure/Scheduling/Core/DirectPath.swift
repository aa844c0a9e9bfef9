/// The direct path of a task to a scheduler that waits for work.
///
/// `SchedulerBound.run` makes its call through it, without queueing behind other items. A
/// `WorkScheduler` has one. The content is opaque, so that `Scheduler` can be implemented with
/// public API alone.
public struct DirectPath: Sendable {
    let executor: DirectCallExecutor
}
