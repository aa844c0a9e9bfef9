/// Schedulers that wait for each other: each waits for the next one, and the last for the first.
package struct WaitCycle: Sendable {
    /// The names of the schedulers; the other properties describe the wait of the first one.
    package let schedulers: [String]
    /// The moment at which the wait began, or was refused.
    package let since: SchedulerInstant
    /// The last call of the work that waits, as `Service.method`; `nil` where it is not known.
    package let activity: String?
    /// The source line that posted the work that waits; `nil` where it was not recorded.
    package let provenance: Provenance?
}
