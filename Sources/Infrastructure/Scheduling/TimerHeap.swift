/// Work that waits for its moment, earliest first, in posting order among equals; n log n for n timers.
struct TimerHeap {
    private struct Entry {
        let moment: SchedulerInstant
        let order: UInt64
        let work: ScheduledWork

        func isBefore(_ other: Entry) -> Bool {
            (moment, order) < (other.moment, other.order)
        }
    }

    private var entries: [Entry] = []
    private var posted: UInt64 = 0

    var count: Int { entries.count }
    var earliest: SchedulerInstant? { entries.first?.moment }

    mutating func insert(_ work: ScheduledWork, at moment: SchedulerInstant) {
        entries.append(Entry(moment: moment, order: posted, work: work))
        posted += 1
        var child = entries.count - 1
        while child > 0, entries[child].isBefore(entries[(child - 1) / 2]) {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes the earliest work out, when its moment is not after `now`.
    mutating func popDue(at now: SchedulerInstant) -> ScheduledWork? {
        guard let first = entries.first, first.moment <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child].isBefore(entries[least]) {
                least = child
            }
            if least == parent { return first.work }
            entries.swapAt(parent, least)
            parent = least
        }
    }

    mutating func removeAll() -> [ScheduledWork] {
        defer { entries = [] }
        return entries.map(\.work)
    }
}
