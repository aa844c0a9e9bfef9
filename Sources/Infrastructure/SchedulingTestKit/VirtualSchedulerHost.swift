package import Scheduling

/// The owner of virtual schedulers that chooses which of them runs its next work.
package protocol VirtualSchedulerHost: AnyObject, Sendable {
    /// Decides whether a scheduler accepts an item; called on the thread that posts it.
    ///
    /// Until its end, the host accepts the items that must run, whose choice is `always`.
    func accepts(_ item: borrowing WorkItem, on scheduler: String) -> Bool

    /// Reports that accepted work was queued as number `order` of the scheduler of this number.
    func queued(_ order: UInt64, on scheduler: Int)

    /// Returns a random number from 0 to 1 for the work of its schedulers.
    func nextRandom() -> Double

    /// Runs work of its schedulers while an item of one of them waits.
    ///
    /// See `ServingScheduler.serve(until:isDone:)`.
    func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool
}
