import CScheduling

/// A heap of delayed work: earliest first, in insertion order for equal moments.
///
/// n timers cost n log n. Where many timers are due at once, they leave the heap together and are
/// sorted. If they were removed from a large heap one by one, each level would cost a cache miss,
/// and so would each work item. A sorted list prefetches the work items.
package struct TimerHeap {
    private struct Entry {
        let moment: SchedulerInstant
        let order: UInt64
        let work: ScheduledWork

        func isBefore(_ other: Entry) -> Bool {
            moment == other.moment ? order < other.order : moment < other.moment
        }
    }

    private var entries: [Entry] = []
    /// The work that left the heap together, latest first.
    private var due: [Entry] = []
    private var inserted: UInt64 = 0
    /// The last `wakeUp` that was computed, or the end of the tolerance of later work, if that is
    /// earlier.
    ///
    /// Removing work only makes `wakeUp` later, so this is never too late.
    private var knownWakeUp: SchedulerInstant?

    /// Creates an empty heap.
    package init() {}

    package var count: Int { entries.count + due.count }
    /// The number of entries that left the heap together and have not been removed yet.
    package var sortedCount: Int { due.count }
    var isEmpty: Bool { entries.isEmpty && due.isEmpty }
    package var earliest: SchedulerInstant? {
        guard let next = due.last else { return entries.first?.moment }
        return entries.first.map { min($0.moment, next.moment) } ?? next.moment
    }

    /// The earliest work, without removing it.
    package var earliestWork: ScheduledWork? {
        isEarliestDue ? due.last?.work : entries.first?.work
    }

    /// The number that orders the earliest work among the work for its moment.
    package var earliestOrder: UInt64? {
        isEarliestDue ? due.last?.order : entries.first?.order
    }

    /// Whether the earliest work is among the work that left the heap together.
    private var isEarliestDue: Bool {
        guard let next = due.last else { return false }
        return entries.first.map { next.isBefore($0) } ?? true
    }

    /// Adds work.
    ///
    /// - Parameters:
    ///   - work: the work.
    ///   - moment: the moment at which it is due.
    ///   - order: a number that orders work for equal moments; without it, the insertion decides.
    package mutating func insert(
        _ work: ScheduledWork, at moment: SchedulerInstant, order: UInt64? = nil
    ) {
        entries.append(Entry(moment: moment, order: order ?? inserted, work: work))
        inserted += 1
        knownWakeUp = knownWakeUp.map { min($0, moment.advanced(by: work.tolerance)) }
        entries.withUnsafeMutableBufferPointer { Self.siftUp($0, from: $0.count - 1) }
    }

    /// Removes and returns the earliest work, when its moment is not after `now`.
    package mutating func popDue(at now: SchedulerInstant) -> ScheduledWork? {
        if due.isEmpty { collectDue(at: now) }
        guard let earliest, earliest <= now else { return nil }
        return popEarliest()?.work
    }

    /// Removes the earliest entry, of those that left the heap together or of the heap.
    private mutating func popEarliest() -> Entry? {
        guard let first = entries.first else { return popDue() }
        if let next = due.last, next.isBefore(first) { return popDue() }
        let last = entries.removeLast()
        guard !entries.isEmpty else { return last }
        entries[0] = last
        entries.withUnsafeMutableBufferPointer { Self.siftDown($0, from: 0) }
        return first
    }

    private mutating func popDue() -> Entry? {
        if due.count > Self.lookahead {
            let ahead = due[due.count - 1 - Self.lookahead].work
            // unsafe, Unmanaged: only the address is used
            cs_prefetch(Unmanaged.passUnretained(ahead).toOpaque())
        }
        return due.popLast()
    }

    /// Takes the work that is due out of the heap and sorts it, where there is much of it.
    private mutating func collectDue(at now: SchedulerInstant) {
        guard entries.count >= Self.smallestBatch else { return }
        let count = count(until: now)
        guard count >= Self.smallestBatch else { return }
        if count > entries.count / Self.shareOfBatch {
            swap(&entries, &due)
            let rest = due.partition { $0.moment > now }
            while due.count > rest { entries.append(due.removeLast()) }
            due.sort { $1.isBefore($0) }
            order()
        } else {
            due = (0..<count).compactMap { _ in popEarliest() }.reversed()
        }
    }

    /// Returns the number of entries of the heap until `moment`; linear in that number.
    private func count(until moment: SchedulerInstant, below index: Int = 0) -> Int {
        guard index < entries.count, entries[index].moment <= moment else { return 0 }
        return Self.children(of: index).reduce(1) { $0 + count(until: moment, below: $1) }
    }

    /// The moment by which the timers must be checked, so that each runs within its tolerance.
    ///
    /// At that moment, some work is due. The moment is kept as long as this holds, although the
    /// removal of work may allow a later one. So the cost for each timer stays constant where the
    /// tolerances are equal.
    var wakeUp: SchedulerInstant? {
        mutating get {
            guard let earliest else { return nil }
            if let knownWakeUp, knownWakeUp >= earliest { return knownWakeUp }
            let moment = wakeUp(below: 0, before: wakeUpOfDue)
            knownWakeUp = moment
            return moment
        }
    }

    /// The earliest end of a tolerance of the work that left the heap together.
    private var wakeUpOfDue: SchedulerInstant {
        due.lazy.map { $0.moment.advanced(by: $0.work.tolerance) }.min() ?? .distantFuture
    }

    /// Returns the earliest end of a tolerance in a subtree, or `limit` where that is earlier.
    ///
    /// A subtree whose root is due after `limit` cannot lower it, so without tolerances this reads
    /// five entries.
    private func wakeUp(below index: Int, before limit: SchedulerInstant) -> SchedulerInstant {
        guard index < entries.count, entries[index].moment < limit else { return limit }
        let entry = entries[index]
        var limit = min(limit, entry.moment.advanced(by: entry.work.tolerance))
        for child in Self.children(of: index) { limit = wakeUp(below: child, before: limit) }
        return limit
    }

    /// Returns the number of items until `moment` that have neither run nor been cancelled.
    ///
    /// The cost is linear in the number of entries until that moment.
    package func countWaiting(until moment: SchedulerInstant) -> Int {
        let ofDue = due.reversed().prefix { $0.moment <= moment }.count { $0.work.isWaiting }
        return ofDue + countWaiting(until: moment, below: 0)
    }

    private func countWaiting(until moment: SchedulerInstant, below index: Int) -> Int {
        guard index < entries.count, entries[index].moment <= moment else { return 0 }
        return Self.children(of: index).reduce(entries[index].work.isWaiting ? 1 : 0) {
            count, child in
            count + countWaiting(until: moment, below: child)
        }
    }

    /// Removes the cancelled work; linear.
    package mutating func removeCancelled() {
        entries.removeAll { !$0.work.isWaiting }
        due.removeAll { !$0.work.isWaiting }
        knownWakeUp = nil
        order()
    }

    /// Makes a heap of the entries; linear.
    private mutating func order() {
        guard entries.count > 1 else { return }
        entries.withUnsafeMutableBufferPointer { entries in
            for parent in stride(from: (entries.count - 2) / Self.arity, through: 0, by: -1) {
                Self.siftDown(entries, from: parent)
            }
        }
    }

    /// Removes and returns all work, in the order in which it would have run.
    package mutating func removeAll() -> [ScheduledWork] {
        defer { (entries, due, knownWakeUp) = ([], [], nil) }
        return (entries + due).sorted { $0.isBefore($1) }.map(\.work)
    }

    /// The number of children of an entry.
    ///
    /// Four children need half the levels of two, and the four are adjacent in memory.
    private static var arity: Int { 4 }

    /// The smallest number of due entries that leave the heap together.
    private static var smallestBatch: Int { 64 }
    /// The part of the heap, as a divisor, above which one pass over all of it costs less than
    /// taking the due entries out of it one by one.
    private static var shareOfBatch: Int { 16 }
    /// How many entries ahead the work is prefetched.
    private static var lookahead: Int { 8 }

    private static func children(of parent: Int) -> Range<Int> {
        arity * parent + 1..<arity * parent + arity + 1
    }

    /// Moves an entry up to its place.
    ///
    /// The others move by one place, without access to their reference counts.
    private static func siftUp(_ entries: UnsafeMutableBufferPointer<Entry>, from start: Int) {
        guard let base = entries.baseAddress else { return }
        let entry = (base + start).move()
        var hole = start
        while hole > 0, entry.isBefore(base[(hole - 1) / arity]) {
            (base + hole).moveInitialize(from: base + (hole - 1) / arity, count: 1)
            hole = (hole - 1) / arity
        }
        (base + hole).initialize(to: entry)
    }

    /// Moves an entry down to its place.
    private static func siftDown(_ entries: UnsafeMutableBufferPointer<Entry>, from start: Int) {
        guard let base = entries.baseAddress else { return }
        let entry = (base + start).move()
        var hole = start
        while true {
            let children = children(of: hole).clamped(to: 0..<entries.count)
            guard var least = children.first else { break }
            for child in children.dropFirst() where base[child].isBefore(base[least]) {
                least = child
            }
            guard base[least].isBefore(entry) else { break }
            (base + hole).moveInitialize(from: base + least, count: 1)
            hole = least
        }
        (base + hole).initialize(to: entry)
    }
}
