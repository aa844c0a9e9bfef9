/// Work that waits for its moment, earliest first, in insertion order among equals; n log n for n timers.
struct TimerHeap {
    private struct Entry {
        let moment: SchedulerInstant
        let order: UInt64
        let work: ScheduledWork

        func isBefore(_ other: Entry) -> Bool {
            moment == other.moment ? order < other.order : moment < other.moment
        }
    }

    private var entries: [Entry] = []
    private var inserted: UInt64 = 0

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    var earliest: SchedulerInstant? { entries.first?.moment }

    mutating func insert(_ work: ScheduledWork, at moment: SchedulerInstant) {
        entries.append(Entry(moment: moment, order: inserted, work: work))
        inserted += 1
        siftUp(from: entries.count - 1)
    }

    /// Takes the earliest work out, when its moment is not after `now`.
    mutating func popDue(at now: SchedulerInstant) -> ScheduledWork? {
        guard let first = entries.first, first.moment <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        siftDown(from: 0)
        return first.work
    }

    /// The moment by which somebody has to look again, so that no work is later than its tolerance allows.
    var wakeUp: SchedulerInstant? {
        guard !entries.isEmpty else { return nil }
        return wakeUp(below: 0, before: .distantFuture)
    }

    /// A subtree whose root is due after `bound` cannot lower it, so without tolerances this looks at three entries.
    private func wakeUp(below index: Int, before bound: SchedulerInstant) -> SchedulerInstant {
        guard index < entries.count, entries[index].moment < bound else { return bound }
        let entry = entries[index]
        var bound = min(bound, entry.moment.advanced(by: entry.work.tolerance))
        bound = wakeUp(below: 2 * index + 1, before: bound)
        return wakeUp(below: 2 * index + 2, before: bound)
    }

    /// How much work of moments until `moment` has neither run nor been cancelled; linear in that.
    func countWaiting(until moment: SchedulerInstant, below index: Int = 0) -> Int {
        guard index < entries.count, entries[index].moment <= moment else { return 0 }
        return (entries[index].work.isWaiting ? 1 : 0)
            + countWaiting(until: moment, below: 2 * index + 1)
            + countWaiting(until: moment, below: 2 * index + 2)
    }

    /// Forgets the work that was cancelled; linear.
    mutating func removeCancelled() {
        entries.removeAll { !$0.work.isWaiting }
        for parent in stride(from: entries.count / 2 - 1, through: 0, by: -1) {
            siftDown(from: parent)
        }
    }

    /// Takes all work out, in the order in which it would have run.
    mutating func removeAll() -> [ScheduledWork] {
        defer { entries = [] }
        return entries.sorted { $0.isBefore($1) }.map(\.work)
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0, entries[child].isBefore(entries[(child - 1) / 2]) {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func siftDown(from start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in 2 * parent + 1...2 * parent + 2
            where child < entries.count && entries[child].isBefore(entries[least]) {
                least = child
            }
            if least == parent { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
