import CScheduling
import Synchronization

/// What a scheduler has to do: an inbox that anybody fills, and what only the scheduler's own thread touches.
final class WorkQueue: @unchecked Sendable {  // own: on the thread only
    /// What only the thread that runs the work touches.
    private struct Own {
        /// The chunk that is being run, and which of its items is next.
        var chunk: UnsafeMutablePointer<Chunk<WorkItem>>
        var index = 0
        /// How many items have been taken out of the inbox and not begun.
        var remaining = 0
        var timers = TimerHeap()
        /// What waits for the end of the scheduler: its moment never comes.
        var endings: [ScheduledWork] = []
        var pruneEndingsAt = 64
        var hasEndedTimers = false
        var report = ShutdownReport()
    }

    /// What makes an item's run more than a call; all zero in the usual release build.
    private enum Attention {
        static var closing: UInt32 { 1 << 8 }
        static var closingAtOnce: UInt32 { 1 << 9 }
        static var observed: UInt32 { 1 << 10 }
    }

    /// How often a long batch is interrupted to look for timers that have become due.
    private static let timerStride = 64
    /// How far ahead of the running item the next ones' captures are fetched: another processor wrote them last.
    private static let lookahead = 4

    let inbox: Inbox<WorkItem>
    let journal: WorkJournal
    private let own: UnsafeMutablePointer<Own>  // raw memory has no exclusivity checks to pay for
    private let remaining = Atomic<Int>(0)
    private let attention = Atomic<UInt32>(0)
    private let cancelledTimers = Atomic<Int>(0)

    init(for scheduler: String, isMain: Bool = false, bound: Int?, consumerIsIdle: Bool) {
        let journal = WorkJournal(scheduler: scheduler, isMain: isMain)
        self.journal = journal
        if journal.isMetered { attention.store(Attention.observed, ordering: .relaxed) }
        inbox = Inbox(bound: bound, consumerIsIdle: consumerIsIdle)
        journal.watch(inbox)
        own = .allocate(capacity: 1)
        own.initialize(to: Own(chunk: Chunk.allocate(capacity: Chunk<WorkItem>.smallest)))
    }

    deinit {
        journal.watch(nil)
        inbox.free()
        Chunk.free(own.pointee.chunk)
        own.deinitialize(count: 1)
        own.deallocate()
    }

    // MARK: From any thread

    /// How many items wait for their turn; those that wait for a later moment are not counted.
    var count: Int { remaining.load(ordering: .relaxed) + inbox.count }

    /// How many items wait, and since when, as far as posting times are recorded; timers that are due count on the own thread only.
    func backlog(onItsThread isOwn: Bool) -> Backlog {
        let waiting = count + (isOwn ? timersWaiting(until: .monotonicNow) : 0)
        guard waiting > 0 else { return .none }
        let oldest = journal.runningPostedAt ?? inbox.first { $0.provenance?.postedAt }
        return Backlog(count: waiting, oldestWait: oldest?.duration(to: .monotonicNow))
    }

    /// Whether a shutdown has begun.
    var isClosing: Bool { attention.load(ordering: .acquiring) & Attention.closing != 0 }

    /// Whether a shutdown skips what can be skipped.
    var isClosingAtOnce: Bool {
        attention.load(ordering: .relaxed) & Attention.closingAtOnce != 0
    }

    /// Takes no more work; what is there ends as `mode` and its own choices say.
    func close(_ mode: ShutdownMode) {
        inbox.close()
        let bits = Attention.closing | (mode == .finishRunning ? Attention.closingAtOnce : 0)
        attention.bitwiseOr(bits, ordering: .releasing)
    }

    /// Tells `observer`, on the scheduler, of each batch of work that the scheduler takes up.
    func observeBacklog(_ observer: @escaping @Sendable (Backlog) -> Void) -> BacklogObservation {
        let observation = BacklogObservation(journal: journal, id: journal.addObserver(observer))
        attention.bitwiseOr(Attention.observed, ordering: .relaxed)
        return observation
    }

    /// Counts a timer more that only takes room.
    func timerWasCancelled() {
        cancelledTimers.add(1, ordering: .relaxed)
    }

    // MARK: On the scheduler's thread

    /// Runs one item, the next due timer before queued work; also from inside an item.
    ///
    /// - Parameter waiting: whether the caller has nothing to do when there is none but to wait for one.
    /// - Returns: whether there was one.
    @inline(__always)
    func runOne(in frame: UnsafeMutablePointer<CurrentScheduler>, waiting: Bool = false) -> Bool {
        let isExhausted = own.pointee.index == own.pointee.chunk.pointee.count
        if !own.pointee.timers.isEmpty, isExhausted || own.pointee.index % Self.timerStride == 0,
            runDueTimer(in: frame)
        {
            return true
        }
        if isExhausted, !refill(waiting: waiting) { return false }
        let chunk = own.pointee.chunk
        let index = own.pointee.index
        own.pointee.index = index &+ 1
        own.pointee.remaining &-= 1
        remaining.store(own.pointee.remaining, ordering: .relaxed)
        prefetch(chunk, after: index)
        let item = (chunk.pointee.base + index).move()
        let attention =
            attention.load(ordering: .relaxed) | Recording.current.intersection(.times).rawValue
        if attention == 0 {
            execute(item, in: frame)
        } else {
            executeWithCare(item, attention, in: frame)
        }
        return true
    }

    /// Prepares for parking; `false` when there is something to do after all, in the inbox or of what was taken from it.
    func goesIdle() -> Bool {
        // A turn of the main scheduler may end before its chunk does.
        guard own.pointee.index == own.pointee.chunk.pointee.count,
            own.pointee.chunk.pointee.next == nil, inbox.becomesIdle()
        else { return false }
        own.pointee.chunk.pointee.count = 0
        own.pointee.index = 0
        if own.pointee.chunk.pointee.capacity > Chunk<WorkItem>.smallest {
            Chunk.free(own.pointee.chunk)
            own.pointee.chunk = Chunk.allocate(capacity: Chunk<WorkItem>.smallest)
        }
        return true
    }

    /// When somebody has to look at the timers; `nil` when there are none.
    var wakeUp: SchedulerInstant? { own.pointee.timers.wakeUp }

    /// How many timers of moments until `moment` have neither run nor been cancelled.
    func timersWaiting(until moment: @autoclosure () -> SchedulerInstant) -> Int {
        own.pointee.timers.isEmpty ? 0 : own.pointee.timers.countWaiting(until: moment())
    }

    /// How many timers take room, cancelled ones included.
    var timerCount: Int { own.pointee.timers.count }

    /// Ends what waits for the end, which is to be told before anything else is lost, and what waits for a later moment.
    func endTimers(in frame: UnsafeMutablePointer<CurrentScheduler>) {
        own.pointee.hasEndedTimers = true
        let endings = own.pointee.endings
        own.pointee.endings = []
        for timer in endings + own.pointee.timers.removeAll() {
            if let item = timer.take() { end(item, in: frame) }
        }
    }

    /// Ends an item as its choice says, outside of the queue's order.
    func end(_ item: consuming WorkItem, in frame: UnsafeMutablePointer<CurrentScheduler>) {
        executeWithCare(item, attention.load(ordering: .relaxed), in: frame)
    }

    /// What became of the work that a shutdown found.
    var report: ShutdownReport { own.pointee.report }

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
        case .settling(let work): work(true)
        case .job(let job): job.runSynchronously(on: frame.pointee.executor)
        case .timer(let work): keep(work)
        case .visit(let visit, let job): Visit.begin(visit, job, on: frame.pointee.executor)
        }
    }

    @inline(never)  // rare: apart from it, the loop is one function
    private func executeWithCare(
        _ item: consuming WorkItem, _ attention: UInt32,
        in frame: UnsafeMutablePointer<CurrentScheduler>
    ) {
        var item = item
        if attention & Attention.closing != 0 {
            if case .timer(let work) = item.payload {
                if work.moment == .distantFuture, !own.pointee.hasEndedTimers { return keep(work) }
                guard let waiting = work.take() else { return }
                item = waiting
            }
            let isSkipped =
                attention & Attention.closingAtOnce != 0
                ? item.atShutdown != .always : item.atShutdown == .skip
            if isSkipped {
                own.pointee.report.addSkipped(item.provenance)
                return item.skip(on: frame.pointee.executor)
            }
            if item.atShutdown == .run { own.pointee.report.ranCount += 1 }
        }
        guard attention & Recording.times.rawValue != 0, !item.isTimer else {
            return execute(item, in: frame)
        }
        let outer = frame.pointee.journal
        frame.pointee.journal = Unmanaged.passUnretained(journal)
        journal.begin(item.provenance, backlog: own.pointee.remaining)
        execute(item, in: frame)
        journal.end()
        frame.pointee.journal = outer
    }

    /// Gets the next chunk, of those that have been taken already or from the inbox.
    private func refill(waiting: Bool) -> Bool {
        let chunk = own.pointee.chunk
        if let next = chunk.pointee.next {
            Chunk.free(chunk)
            own.pointee.chunk = next
            own.pointee.index = 0
            return true
        }
        chunk.pointee.count = 0
        own.pointee.index = 0
        // A timer that becomes due comes before what is queued.
        let isWaiting = waiting && own.pointee.timers.isEmpty
        guard let taken = inbox.take(leaving: chunk, waiting: isWaiting) else { return false }
        own.pointee.chunk = taken.first
        own.pointee.remaining = taken.count
        remaining.store(taken.count, ordering: .relaxed)
        if attention.load(ordering: .relaxed) & Attention.observed != 0 { announce(taken.count) }
        return true
    }

    /// Tells the listeners of a batch, and stops doing so when the last of them is gone.
    private func announce(_ taken: Int) {
        // Cleared before the look: a listener that comes meanwhile sets it again.
        attention.bitwiseAnd(~Attention.observed, ordering: .sequentiallyConsistent)
        guard journal.announce(backlog(onItsThread: true), taken: taken) else { return }
        attention.bitwiseOr(Attention.observed, ordering: .relaxed)
    }

    private func prefetch(_ chunk: UnsafeMutablePointer<Chunk<WorkItem>>, after index: Int) {
        let ahead = index &+ Self.lookahead
        guard ahead < chunk.pointee.count else { return }
        // A closure is a function and its captures: the second word is where the captures are.
        let words = UnsafeRawPointer(chunk.pointee.base + ahead)
        cs_prefetch(words.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self))
    }

    private func runDueTimer(in frame: UnsafeMutablePointer<CurrentScheduler>) -> Bool {
        let now = SchedulerInstant.monotonicNow
        while let work = own.pointee.timers.popDue(at: now) {
            guard let item = work.take() else {
                cancelledTimers.subtract(1, ordering: .relaxed)
                continue
            }
            let attention =
                attention.load(ordering: .relaxed) | Recording.current.intersection(.times).rawValue
            executeWithCare(item, attention, in: frame)
            return true
        }
        return false
    }

    /// Keeps a timer; when most of those that are kept have been cancelled, they are forgotten first.
    private func keep(_ work: ScheduledWork) {
        guard work.isWaiting else { return }
        if work.moment == .distantFuture { return keepUntilTheEnd(work) }
        let cancelled = cancelledTimers.load(ordering: .relaxed)
        if cancelled > 64, cancelled > own.pointee.timers.count / 2 {
            own.pointee.timers.removeCancelled()
            cancelledTimers.subtract(cancelled, ordering: .relaxed)
        }
        own.pointee.timers.insert(work, at: work.moment)
    }

    /// Keeps work whose moment never comes, apart from the timers: these cost each look at the clock.
    private func keepUntilTheEnd(_ work: ScheduledWork) {
        if own.pointee.endings.count >= own.pointee.pruneEndingsAt {
            own.pointee.endings.removeAll { !$0.isWaiting }
            own.pointee.pruneEndingsAt = max(64, 2 * own.pointee.endings.count)
        }
        own.pointee.endings.append(work)
    }
}
