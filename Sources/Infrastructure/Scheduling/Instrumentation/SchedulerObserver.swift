/// An observer of one scheduler's work; `SchedulingDiagnostics` provides the type.
///
/// Each scheduler that lives or is created while a type is installed has an instance. The calls
/// about runs are made while `TraceOptions.times` is on, on the scheduler's thread.
package protocol SchedulerObserver: AnyObject, Sendable {
    /// Creates the observer of a scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: the scheduler's name.
    ///   - number: a number that distinguishes schedulers of the same name.
    ///   - isMain: whether it is the main scheduler.
    init(scheduler: String, number: UInt64, isMain: Bool)

    /// Reports a wait that was refused because it would have closed a cycle; from any thread.
    static func waitWasRefused(in cycle: WaitCycle)

    /// Whether the scheduler calls `took(_:)`; constant.
    var countsBatches: Bool { get }

    /// The last call of the innermost run, as `Service.method`; read on any thread.
    var activity: String? { get }

    /// Reports that the scheduler took a batch of `count` items out of its inbox.
    func took(_ count: Int)

    /// Reports that an item begins while `backlog` others of its batch wait.
    func runBegan(_ provenance: Provenance?, backlog: Int)

    /// Reports a call of the innermost run: a bound call, which has no method, or a checked method.
    func runCalled(_ service: Any.Type, _ method: StaticString?)

    /// Reports that the innermost run has ended.
    func runEnded()
}
