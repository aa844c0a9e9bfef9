import CScheduling
import Synchronization

/// The queue of a scheduler: an inbox for any thread, and state for the scheduler's own thread.
final class WorkQueue: @unchecked Sendable {  // own: its thread only
    /// The state that only the thread that runs the work touches.
    private struct ThreadOnly {
        /// The chunk that is being run, and the index of its next item.
        var chunk: UnsafeMutablePointer<Chunk<WorkItem>>
        var index = 0
        /// The number of items that have been taken out of the inbox and have not begun.
        var remaining = 0
        var timers = TimerHeap()
        /// The work that waits for the end of the scheduler; its moment is never reached.
        var endings: [ScheduledWork] = []
        var pruneEndingsAt = 64
        var hasEndedTimers = false
        var report = ShutdownReport()
    }

    /// The conditions under which a run is more than a call; all zero in the usual release build.
    private enum SlowPathFlags {
        static var closing: UInt32 { 1 << 8 }
        static var closingAtOnce: UInt32 { 1 << 9 }
        static var observed: UInt32 { 1 << 10 }
    }

    /// The number of items of a long batch between two checks for due timers.
    private static let timerStride = 64
    /// How many items ahead of the running one captures are prefetched.
    ///
    /// Another processor wrote them last.
    private static let lookahead = 4

    let inbox: MPSCQueue<WorkItem>
    let instrumentation: SchedulerInstrumentation
    private let threadOnly: UnsafeMutablePointer<ThreadOnly>  // raw: no exclusivity checks
    private let remaining = Atomic<Int>(0)
    private let slowPathFlags = Atomic<UInt32>(0)
    private let cancelledTimers = Atomic<Int>(0)

    init(for scheduler: String, isMain: Bool = false, capacity: Int?, consumerIsIdle: Bool) {
        let instrumentation = SchedulerInstrumentation(scheduler: scheduler, isMain: isMain)
        self.instrumentation = instrumentation
        SchedulerRegistry.add(instrumentation)
        if instrumentation.observer?.countsBatches == true {
            slowPathFlags.store(SlowPathFlags.observed, ordering: .relaxed)
        }
        inbox = MPSCQueue(capacity: capacity, consumerIsIdle: consumerIsIdle)
        instrumentation.watch(inbox)
        threadOnly = .allocate(capacity: 1)
        threadOnly.initialize(
            to: ThreadOnly(chunk: Chunk.allocate(capacity: Chunk<WorkItem>.smallest)))
    }

    deinit {
        instrumentation.watch(nil)
        inbox.free()
        Chunk.free(threadOnly.pointee.chunk)
        threadOnly.deinitialize(count: 1)
        threadOnly.deallocate()
    }

    // MARK: From any thread

    /// The number of items that wait for their turn, without delayed items.
    var count: Int { remaining.load(ordering: .relaxed) + inbox.count }

    /// Returns the number of waiting items, and the oldest wait where posting times are recorded.
    ///
    /// Timers that are due count only on the scheduler's own thread.
    func backlog(onItsThread isOwn: Bool) -> Backlog {
        let waiting = count + (isOwn ? timersWaiting(until: .monotonicNow) : 0)
        guard waiting > 0 else { return .none }
        let oldest = instrumentation.runningPostedAt ?? inbox.first { $0.provenance?.postedAt }
        return Backlog(count: waiting, oldestWait: oldest?.duration(to: .monotonicNow))
    }

    /// Whether a shutdown has begun.
    var isClosing: Bool { slowPathFlags.load(ordering: .acquiring) & SlowPathFlags.closing != 0 }

    /// Refuses new work; the queued work ends as `mode` and its own choices specify.
    func close(_ mode: ShutdownMode) {
        inbox.close()
        let bits =
            SlowPathFlags.closing | (mode == .finishRunning ? SlowPathFlags.closingAtOnce : 0)
        slowPathFlags.bitwiseOr(bits, ordering: .releasing)
    }

    /// Whether the next batch is passed to the observers.
    var isObserved: Bool {
        slowPathFlags.load(ordering: .relaxed) & SlowPathFlags.observed != 0
    }

    /// Calls `observer` on the scheduler for each batch of work that the scheduler takes.
    func observeBacklog(_ observer: @escaping @Sendable (Backlog) -> Void) -> BacklogObservation {
        let observation = BacklogObservation(
            instrumentation: instrumentation, id: instrumentation.addBacklogObserver(observer))
        slowPathFlags.bitwiseOr(SlowPathFlags.observed, ordering: .relaxed)
        return observation
    }

    /// Counts one more cancelled timer that only takes up memory.
    func timerWasCancelled() {
        cancelledTimers.add(1, ordering: .relaxed)
    }

    // MARK: On the scheduler's thread

    /// Runs one item, a due timer before queued work; may be called from inside an item.
    ///
    /// - Parameters:
    ///   - frame: the frame of the scheduler.
    ///   - waiting: whether the caller only waits for an item when there is none.
    /// - Returns: whether there was one.
    @inline(__always)
    func runOne(in frame: UnsafeMutablePointer<CurrentScheduler>, waiting: Bool = false) -> Bool {
        let isExhausted = threadOnly.pointee.index == threadOnly.pointee.chunk.pointee.count
        if !threadOnly.pointee.timers.isEmpty,
            isExhausted || threadOnly.pointee.index % Self.timerStride == 0,
            runDueTimer(in: frame)
        {
            return true
        }
        if isExhausted, !refill(waiting: waiting) { return false }
        let chunk = threadOnly.pointee.chunk
        let index = threadOnly.pointee.index
        threadOnly.pointee.index = index &+ 1
        threadOnly.pointee.remaining &-= 1
        remaining.store(threadOnly.pointee.remaining, ordering: .relaxed)
        prefetch(chunk, after: index)
        let item = (chunk.pointee.base + index).move()
        let slowPathFlags =
            slowPathFlags.load(ordering: .relaxed)
            | TraceOptions.current.intersection(.times).rawValue
        if slowPathFlags == 0 {
            execute(item, in: frame)
        } else {
            executeOnSlowPath(item, slowPathFlags, in: frame)
        }
        return true
    }

    /// Prepares for parking.
    ///
    /// - Returns: `false` when items wait, in the inbox or in the chunks that were taken from it.
    func prepareToPark() -> Bool {
        // A turn of the main scheduler may end before its chunk does.
        guard threadOnly.pointee.index == threadOnly.pointee.chunk.pointee.count,
            threadOnly.pointee.chunk.pointee.next == nil, inbox.markConsumerIdle()
        else { return false }
        threadOnly.pointee.chunk.pointee.count = 0
        threadOnly.pointee.index = 0
        if threadOnly.pointee.chunk.pointee.capacity > Chunk<WorkItem>.smallest {
            Chunk.free(threadOnly.pointee.chunk)
            threadOnly.pointee.chunk = Chunk.allocate(capacity: Chunk<WorkItem>.smallest)
        }
        return true
    }

    /// The moment at which the timers must be checked; `nil` when there are none.
    var wakeUp: SchedulerInstant? { threadOnly.pointee.timers.wakeUp }

    /// Returns how many timers until `moment` have neither run nor been cancelled.
    func timersWaiting(until moment: @autoclosure () -> SchedulerInstant) -> Int {
        threadOnly.pointee.timers.isEmpty
            ? 0 : threadOnly.pointee.timers.countWaiting(until: moment())
    }

    /// The number of timers in memory, including cancelled ones.
    var timerCount: Int { threadOnly.pointee.timers.count }

    /// Ends the work that waits for the end of the scheduler, and then the timers.
    ///
    /// The work that waits for the end is notified before any timer is lost.
    func endTimers(in frame: UnsafeMutablePointer<CurrentScheduler>) {
        threadOnly.pointee.hasEndedTimers = true
        let endings = threadOnly.pointee.endings
        threadOnly.pointee.endings = []
        for timer in endings + threadOnly.pointee.timers.removeAll() {
            if let item = timer.take() { end(item, in: frame) }
        }
    }

    /// Ends an item as its choice specifies, outside of the queue's order.
    func end(_ item: consuming WorkItem, in frame: UnsafeMutablePointer<CurrentScheduler>) {
        executeOnSlowPath(item, slowPathFlags.load(ordering: .relaxed), in: frame)
    }

    /// The report of the shutdown.
    var report: ShutdownReport { threadOnly.pointee.report }

    @inline(__always)
    private func execute(
        _ item: consuming WorkItem, in frame: UnsafeMutablePointer<CurrentScheduler>
    ) {
        let provenance = item.provenance
        // unsafe, Unmanaged: the caller holds it while the frame exists
        frame.pointee.unmanagedProvenance = provenance.map(Unmanaged.passUnretained)
        perform(item, in: frame)
        frame.pointee.unmanagedProvenance = nil
        withExtendedLifetime(provenance) {}
    }

    @inline(__always)
    private func perform(
        _ item: consuming WorkItem, in frame: UnsafeMutablePointer<CurrentScheduler>
    ) {
        switch item.payload {
        case .closure(let body): body()
        case .runOrSkip(let work): work(true)
        case .job(let job):
            frame.pointee.isTask = item.isStepOfTask
            job.runSynchronously(on: frame.pointee.executor)
            frame.pointee.isTask = false
        case .timer(let work): keep(work)
        case .call(let call, let job): AsyncCall.begin(call, job, on: frame.pointee.executor)
        }
    }

    @inline(never)  // rare; the rest of the loop is one function
    private func executeOnSlowPath(
        _ item: consuming WorkItem, _ slowPathFlags: UInt32,
        in frame: UnsafeMutablePointer<CurrentScheduler>
    ) {
        var item = item
        if slowPathFlags & SlowPathFlags.closing != 0 {
            if case .timer(let work) = item.payload {
                if work.moment == .distantFuture, !threadOnly.pointee.hasEndedTimers {
                    return keep(work)
                }
                guard let waiting = work.take() else { return }
                item = waiting
            }
            let isSkipped =
                slowPathFlags & SlowPathFlags.closingAtOnce != 0
                ? item.atShutdown != .always : item.atShutdown == .skip
            if isSkipped {
                threadOnly.pointee.report.addSkipped(item.provenance)
                return item.skip(in: frame)
            }
            if item.atShutdown == .run { threadOnly.pointee.report.ranCount += 1 }
        }
        guard slowPathFlags & TraceOptions.times.rawValue != 0, !item.isTimer else {
            return execute(item, in: frame)
        }
        let outer = (frame.pointee.instrumentation, frame.pointee.recordsCalls)
        let outerPostedAt = instrumentation.setRunningPostedAt(item.provenance?.postedAt)
        frame.pointee.instrumentation = Unmanaged.passUnretained(instrumentation)
        frame.pointee.recordsCalls = true
        let observer = instrumentation.observer
        observer?.runBegan(item.provenance, backlog: threadOnly.pointee.remaining)
        execute(item, in: frame)
        observer?.runEnded()
        (frame.pointee.instrumentation, frame.pointee.recordsCalls) = outer
        _ = instrumentation.setRunningPostedAt(outerPostedAt)
    }

    /// Gets the next chunk, of those that were taken already or from the inbox.
    private func refill(waiting: Bool) -> Bool {
        let chunk = threadOnly.pointee.chunk
        if let next = chunk.pointee.next {
            Chunk.free(chunk)
            threadOnly.pointee.chunk = next
            threadOnly.pointee.index = 0
            return true
        }
        chunk.pointee.count = 0
        threadOnly.pointee.index = 0
        // A due timer runs before queued work.
        let isWaiting = waiting && threadOnly.pointee.timers.isEmpty
        guard let taken = inbox.take(leaving: chunk, waiting: isWaiting) else { return false }
        threadOnly.pointee.chunk = taken.first
        threadOnly.pointee.remaining = taken.count
        remaining.store(taken.count, ordering: .relaxed)
        if isObserved { announce(taken.count) }
        return true
    }

    /// Passes a batch to the observers; when none is left, later batches are not passed on.
    private func announce(_ taken: Int) {
        // Cleared before the observers are read: one that is added in between sets it again.
        slowPathFlags.bitwiseAnd(~SlowPathFlags.observed, ordering: .sequentiallyConsistent)
        guard instrumentation.announce(backlog(onItsThread: true), taken: taken) else { return }
        slowPathFlags.bitwiseOr(SlowPathFlags.observed, ordering: .relaxed)
    }

    private func prefetch(_ chunk: UnsafeMutablePointer<Chunk<WorkItem>>, after index: Int) {
        let ahead = index &+ Self.lookahead
        guard ahead < chunk.pointee.count else { return }
        // A closure is a function and its captures: the second word is the address of the captures.
        let words = UnsafeRawPointer(chunk.pointee.base + ahead)
        cs_prefetch(words.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self))
    }

    private func runDueTimer(in frame: UnsafeMutablePointer<CurrentScheduler>) -> Bool {
        let now = SchedulerInstant.monotonicNow
        while let work = threadOnly.pointee.timers.popDue(at: now) {
            guard let item = work.take() else {
                cancelledTimers.subtract(1, ordering: .relaxed)
                continue
            }
            let slowPathFlags =
                slowPathFlags.load(ordering: .relaxed)
                | TraceOptions.current.intersection(.times).rawValue
            executeOnSlowPath(item, slowPathFlags, in: frame)
            return true
        }
        return false
    }

    /// Keeps a timer, and first removes the cancelled ones when they are the majority.
    private func keep(_ work: ScheduledWork) {
        guard work.isWaiting else { return }
        if work.moment == .distantFuture { return keepUntilShutdown(work) }
        let cancelled = cancelledTimers.load(ordering: .relaxed)
        if cancelled > 64, cancelled > threadOnly.pointee.timers.count / 2 {
            threadOnly.pointee.timers.removeCancelled()
            cancelledTimers.subtract(cancelled, ordering: .relaxed)
        }
        threadOnly.pointee.timers.insert(work, at: work.moment)
    }

    /// Keeps work whose moment is never reached, separately from the timers.
    ///
    /// Each timer adds to the cost of a check.
    private func keepUntilShutdown(_ work: ScheduledWork) {
        if threadOnly.pointee.endings.count >= threadOnly.pointee.pruneEndingsAt {
            threadOnly.pointee.endings.removeAll { !$0.isWaiting }
            threadOnly.pointee.pruneEndingsAt = max(64, 2 * threadOnly.pointee.endings.count)
        }
        threadOnly.pointee.endings.append(work)
    }
}
