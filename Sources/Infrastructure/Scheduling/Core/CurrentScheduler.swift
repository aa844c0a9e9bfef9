public import CScheduling

/// The frame of one run of a scheduler on the calling thread.
///
/// Nested runs have a frame each, and the innermost frame is the current one.
@usableFromInline
struct CurrentScheduler {
    /// The scheduler of the frame.
    ///
    /// It is the first field: `SchedulerPin` reads it as a number, without a retain.
    unowned(unsafe) let scheduler: any Scheduler  // the call that owns the frame holds it

    // unsafe, Unmanaged, _withUnsafeGuaranteedRef: the call that owns the frame holds the object
    /// The provenance of the running item; the item itself is on the stack while it runs.
    var unmanagedProvenance: Unmanaged<Provenance>?

    /// The instrumentation of the running item; `nil` unless `TraceOptions.times` is on.
    var instrumentation: Unmanaged<SchedulerInstrumentation>?

    /// Whether the calls of the running item are recorded; a checked method reads it.
    var recordsCalls = false

    /// The batch of values that is being delivered; the call that delivers it holds it.
    var delivery: Unmanaged<PartialDelivery>?

    /// Whether the running item is a step of a task, such as a method of an actor.
    var isTask = false

    /// Whether the running item is the turn of a task whose call is skipped.
    var isSkipping = false

    /// The scheduler's executor, stored for the jobs of the concurrency runtime.
    let executor: UnownedSerialExecutor

    /// The provenance of the running item; `nil` outside of an item or where recording is off.
    var provenance: Provenance? { unmanagedProvenance?.takeUnretainedValue() }

    /// The frame of the innermost scheduler on this thread; `nil` on a foreign thread.
    static var frame: UnsafeMutablePointer<CurrentScheduler>? {
        cs_get_current().map { $0.assumingMemoryBound(to: CurrentScheduler.self) }  // from `enter`
    }

    /// Whether a shutdown skips the call of the task that runs now.
    @usableFromInline static var isSkipping: Bool { frame?.pointee.isSkipping ?? false }

    /// Reports what the running item does to the observer.
    ///
    /// Where nothing is recorded, it costs only the read of one word.
    @inlinable
    static func note(service: Any.Type, method: StaticString?) {
        if cs_get_recorded() != 0 { report(service, method) }
    }

    @usableFromInline
    static func report(_ service: Any.Type, _ method: StaticString?) {
        guard let frame else { return }
        guard let instrumentation = frame.pointee.instrumentation else { return }
        instrumentation._withUnsafeGuaranteedRef { (instrumentation) -> Void in
            instrumentation.observer?.runCalled(service, method)
        }
    }

    /// The last call of the running item; `nil` where no observer records it.
    static var activity: String? {
        frame?.pointee.instrumentation?._withUnsafeGuaranteedRef { $0.observer?.activity }
    }

    /// Makes `scheduler` the current one while `body` runs, and restores the former one afterwards.
    ///
    /// It is restored when `body` throws, too.
    static func enter<Result, Failure: Error>(
        _ scheduler: any Scheduler,
        _ body: (UnsafeMutablePointer<CurrentScheduler>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var frame = CurrentScheduler(
            scheduler: scheduler, executor: scheduler.asUnownedSerialExecutor())
        let outer = cs_get_current()
        defer { cs_set_current(outer) }
        return try withUnsafeMutablePointer(to: &frame) { pointer throws(Failure) -> Result in
            cs_set_current(pointer)
            return try body(pointer)
        }
    }
}
