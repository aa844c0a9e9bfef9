package import Scheduling

/// The waiting work of a virtual scheduler, and its clock.
///
/// Posted items and timers are apart, because a real scheduler may run either of them first.
package struct VirtualQueue {
    /// The two kinds of work.
    package enum Kind: UInt8, Sendable {
        /// Work that was posted for the current time of the clock.
        case item
        /// Work that was posted for a moment.
        case timer
    }

    /// The work that can run next.
    package struct Readiness {
        /// The moment since which the oldest posted item waits; `nil` where none waits.
        package let item: SchedulerInstant?
        /// The moment of the first timer, due or not; `nil` where none waits.
        package let timer: SchedulerInstant?
        /// Whether the first timer was posted before the oldest item.
        ///
        /// A real scheduler learns of a timer by an item, so it never runs it before the items that
        /// were posted earlier.
        package let isTimerOlder: Bool
    }

    /// Work that was removed from the queue.
    package struct Next {
        package let item: WorkItem
        /// The moment for which it was posted.
        package let moment: SchedulerInstant
        /// Its number among all work of the scheduler, in the order of posting.
        package let order: UInt64
    }

    private var items = TimerHeap()
    private var timers = TimerHeap()
    private var posted: UInt64 = 0
    /// The work for the end of the scheduler.
    private var endings: [ScheduledWork] = []
    /// The way in which the scheduler was shut down; `nil` before that.
    private(set) var shutdown: ShutdownMode?
    /// The number of cancelled timers in memory; each counts a moment after its cancellation.
    var cancelled = 0
    var now: SchedulerInstant

    init(now: SchedulerInstant) { self.now = now }

    /// The number of items in memory, including cancelled ones.
    var count: Int { items.count + timers.count }

    /// The number of timers that left their heap together and have not run yet.
    var sortedTimerCount: Int { timers.sortedCount }

    /// The moment of the next work, which may have been cancelled.
    var earliest: SchedulerInstant? {
        guard let item = items.earliest else { return timers.earliest }
        return timers.earliest.map { min($0, item) } ?? item
    }

    /// Returns the number of items until `moment` that have neither run nor been cancelled.
    func countWaiting(until moment: SchedulerInstant) -> Int {
        items.countWaiting(until: moment) + timers.countWaiting(until: moment)
    }

    /// Queues work, and returns its number.
    mutating func insert(_ work: ScheduledWork, as kind: Kind) -> UInt64 {
        defer { posted += 1 }
        // After a shutdown, nothing waits for a moment.
        let moment = shutdown == nil ? max(work.moment, now) : now
        switch kind {
        case .item: items.insert(work, at: moment, order: posted)
        case .timer:
            if cancelled > timers.count / 2 {
                timers.removeCancelled()
                cancelled = 0
            }
            timers.insert(work, at: moment, order: posted)
        }
        return posted
    }

    /// Returns the kind of the work that is due first, in the order of moments and posting.
    func nextKind(until moment: SchedulerInstant) -> Kind? {
        guard let earliest, earliest <= moment else { return nil }
        guard let item = items.earliest, let itemOrder = items.earliestOrder else { return .timer }
        guard let timer = timers.earliest, let timerOrder = timers.earliestOrder else {
            return .item
        }
        return (item, itemOrder) < (timer, timerOrder) ? .item : .timer
    }

    /// Removes the first work of a kind; `nil` where it was cancelled or none is left.
    ///
    /// - Parameter limit: the moment up to which the caller is about to remove work, so that it may
    ///   leave the heap together; by default, only the work for the first moment.
    mutating func pop(_ kind: Kind, until limit: SchedulerInstant? = nil) -> Next? {
        switch kind {
        case .item: Self.pop(&items, until: limit)
        case .timer: popTimer(until: limit)
        }
    }

    /// Returns the work that can run next, and forgets cancelled timers.
    mutating func readiness() -> Readiness {
        while timers.earliestWork?.isWaiting == false { _ = popTimer() }
        let isTimerOlder =
            if let timer = timers.earliestOrder, let item = items.earliestOrder {
                timer < item
            } else {
                true
            }
        return Readiness(
            item: items.earliest, timer: timers.earliest, isTimerOlder: isTimerOlder)
    }

    /// Keeps work for the end of the scheduler, in its order.
    mutating func insert(ending work: ScheduledWork) {
        if endings.count > 16, endings.count > 2 * endings.count(where: \.isWaiting) {
            endings.removeAll { !$0.isWaiting }
        }
        endings.append(work)
    }

    /// Begins a shutdown; of several modes, the strictest one applies.
    ///
    /// The work for the end and the timers follow the queued items, as on a work scheduler.
    ///
    /// - Returns: the numbers of the work that became items.
    mutating func shutDown(_ mode: ShutdownMode) -> [UInt64] {
        let isFirst = shutdown == nil
        if isFirst || mode == .finishRunning { shutdown = mode }
        guard isFirst else { return [] }
        let rest = removeEndings() + timers.removeAll()
        return rest.map { insert($0, as: .item) }
    }

    /// Whether the shutdown skips an item whose turn has come.
    func skips(_ item: borrowing WorkItem) -> Bool {
        switch (shutdown, item.atShutdown) {
        case (nil, _), (_, .always): false
        case (.orderly?, let behavior): behavior == .skip
        case (.finishRunning?, _): true
        }
    }

    /// Removes the work for the end of the scheduler.
    mutating func removeEndings() -> [ScheduledWork] {
        defer { endings = [] }
        return endings
    }

    /// Removes all work: the items in their order, then the timers in theirs.
    mutating func removeAll() -> [ScheduledWork] { items.removeAll() + timers.removeAll() }

    private mutating func popTimer(until limit: SchedulerInstant? = nil) -> Next? {
        let next = Self.pop(&timers, until: limit)
        if next == nil { cancelled -= 1 }
        return next
    }

    private static func pop(_ heap: inout TimerHeap, until limit: SchedulerInstant?) -> Next? {
        guard let moment = heap.earliest, let order = heap.earliestOrder,
            let item = heap.popDue(at: limit ?? moment)?.take()
        else { return nil }
        return Next(item: item, moment: moment, order: order)
    }
}
