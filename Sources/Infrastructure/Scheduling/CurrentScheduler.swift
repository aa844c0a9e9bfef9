import CScheduling

/// The schedulers that run work on the calling thread, innermost first: one frame for each nested run.
@usableFromInline
struct CurrentScheduler {
    /// The first field: the hook reads it as a number, without a retain.
    unowned(unsafe) let scheduler: any Scheduler  // held by the call whose frame this is

    // unsafe, Unmanaged, _withUnsafeGuaranteedRef: the call whose frame this is holds the object
    /// The running item's; the item itself is on the stack while it runs.
    var unmanagedProvenance: Unmanaged<Provenance>?

    /// Where the running item is recorded; `nil` unless `Recording.times` is on.
    var journal: Unmanaged<WorkJournal>?

    /// The batch of values that is being handed out; the call that does so holds it.
    var delivery: Unmanaged<PartialDelivery>?

    /// The scheduler's executor, at hand for the jobs of the concurrency runtime.
    let executor: UnownedSerialExecutor

    /// Where the running item was posted from; `nil` outside of an item, or where recording is off.
    var provenance: Provenance? { unmanagedProvenance?.takeUnretainedValue() }

    /// The innermost scheduler, with the run of it that is under way; `nil` on a foreign thread.
    static var frame: UnsafeMutablePointer<CurrentScheduler>? {
        cs_get_current().map { $0.assumingMemoryBound(to: CurrentScheduler.self) }  // from `enter`
    }

    /// Names what the running item does, for the watchdog and the ledger; costs a look at the frame while nobody records.
    @usableFromInline
    static func note(service: Any.Type, method: StaticString?) {
        frame?.pointee.journal?._withUnsafeGuaranteedRef {
            $0.note(service: service, method: method)
        }
    }

    /// What the running item called last; `nil` while nobody records.
    static var activity: String? {
        frame?.pointee.journal?._withUnsafeGuaranteedRef { $0.activity }
    }

    /// Makes `scheduler` the current one while `body` runs, and the former one again when it ends or throws.
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

/// The scheduler whose work is running on the calling thread.
public enum Schedulers {
    /// The innermost scheduler on this thread: the main one on the main actor outside of any other; `nil` on a foreign thread.
    public static var current: (any Scheduler)? {
        if let frame = CurrentScheduler.frame { return frame.pointee.scheduler }
        return MainScheduler.isMainContext ? MainScheduler.shared : nil
    }
}
