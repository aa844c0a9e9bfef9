import CScheduling
import Synchronization

/// What a scheduler has to do: an inbox that anybody fills, and what only the scheduler's own thread touches.
final class WorkQueue: @unchecked Sendable {  // `own` is touched by the scheduler's thread only
    /// What only the thread that runs the work touches.
    struct Own {
        /// The chunk that is being run, and which of its items is next.
        var chunk: UnsafeMutablePointer<Chunk<WorkItem>>
        var index = 0
        /// How many items have been taken out of the inbox and not begun.
        var remaining = 0
        var timers = TimerHeap()
        var report = ShutdownReport()
    }

    /// How often a long batch is interrupted to look for timers that have become due.
    private static let timerStride = 64
    /// How far ahead of the running item the next ones' captures are fetched; another processor wrote them last.
    private static let lookahead = 4

    let inbox: Inbox<WorkItem>
    private let own: UnsafeMutablePointer<Own>  // raw memory has no exclusivity checks to pay for
    private let remaining = Atomic<Int>(0)
    private let shutdownMode = Atomic<UInt8>(0)
    private let cancelledTimers = Atomic<Int>(0)

    init(bound: Int?, consumerIsIdle: Bool) {
        inbox = Inbox(bound: bound, consumerIsIdle: consumerIsIdle)
        own = .allocate(capacity: 1)
        own.initialize(to: Own(chunk: Chunk.allocate(capacity: Chunk<WorkItem>.smallest)))
    }

    deinit {
        let chunk = own.pointee.chunk
        let rest = own.pointee.index..<chunk.pointee.count
        (chunk.pointee.base + rest.lowerBound).deinitialize(count: rest.count)
        Chunk.free(chunk)
        own.deinitialize(count: 1)
        own.deallocate()
    }

    /// How many items wait for their turn; those that wait for a later moment are not counted.
    var count: Int { remaining.load(ordering: .relaxed) + inbox.count }

    /// Runs one item, the next due timer before queued work; only on the scheduler's thread, also from inside an item.
    ///
    /// - Returns: whether there was one.
    func runOne(
        in frame: UnsafeMutablePointer<CurrentScheduler>, on executor: UnownedSerialExecutor
    ) -> Bool {
        var isExhausted = own.pointee.index == own.pointee.chunk.pointee.count
        if !own.pointee.timers.isEmpty, isExhausted || own.pointee.index % Self.timerStride == 0,
            runDueTimer(in: frame, on: executor)
        {
            return true
        }
        if isExhausted { isExhausted = !refill() }
        if isExhausted { return false }
        let chunk = own.pointee.chunk
        let index = own.pointee.index
        own.pointee.index = index &+ 1
        own.pointee.remaining &-= 1
        remaining.store(own.pointee.remaining, ordering: .relaxed)
        prefetch(chunk, after: index)
        let item = (chunk.pointee.base + index).move()
        execute(item, in: frame, on: executor)
        return true
    }

    /// Gets the next chunk, of those that have been taken already or from the inbox.
    private func refill() -> Bool {
        let chunk = own.pointee.chunk
        if let next = chunk.pointee.next {
            Chunk.free(chunk)
            own.pointee.chunk = next
            own.pointee.index = 0
            return true
        }
        chunk.pointee.count = 0
        own.pointee.index = 0
        guard let taken = inbox.take(leaving: chunk) else { return false }
        own.pointee.chunk = taken.first
        own.pointee.remaining = taken.count
        return true
    }

    private func prefetch(_ chunk: UnsafeMutablePointer<Chunk<WorkItem>>, after index: Int) {
        let ahead = index &+ Self.lookahead
        guard ahead < chunk.pointee.count else { return }
        let words = UnsafeRawPointer(chunk.pointee.base + ahead)
        cs_prefetch(words.load(fromByteOffset: 8, as: UnsafeRawPointer?.self))
    }

    @inline(__always)
    private func execute(
        _ item: consuming WorkItem, in frame: UnsafeMutablePointer<CurrentScheduler>,
        on executor: UnownedSerialExecutor
    ) {
        frame.pointee.unmanagedProvenance = item.provenance.map(Unmanaged.passUnretained)
        switch item.payload {
        case .closure(let body): body()
        case .job(let job): job.runSynchronously(on: executor)
        case .timer(let work): own.pointee.timers.insert(work, at: work.moment)
        }
        frame.pointee.unmanagedProvenance = nil
    }

    private func runDueTimer(
        in frame: UnsafeMutablePointer<CurrentScheduler>, on executor: UnownedSerialExecutor
    ) -> Bool {
        let now = SchedulerInstant.monotonicNow
        while let work = own.pointee.timers.popDue(at: now) {
            guard let item = work.take() else { continue }
            execute(item, in: frame, on: executor)
            return true
        }
        return false
    }

    /// Prepares for parking; `false` when there is something to do after all.
    func goesIdle() -> Bool { inbox.becomesIdle() }

    /// When somebody has to look at the timers; `nil` when there are none.
    var wakeUp: SchedulerInstant? { own.pointee.timers.wakeUp }
}
