import HTTPGateway

/// Who may have a connection, and who comes next: by priority, then in turn among origins, then in order.
///
/// The multi handle is given no more transfers than there are connections: it would look at each of
/// ten thousand waiting ones in every round.
struct ConnectionSlots<Waiter> {
    private struct Lane {
        var active = 0
        var waiting = [[Waiter]](repeating: [], count: HTTPPriority.allCases.count)
        var heads = [Int](repeating: 0, count: HTTPPriority.allCases.count)

        var count: Int { zip(waiting, heads).reduce(0) { $0 + $1.0.count - $1.1 } }

        /// Takes a slot for one that nobody of its origin waits before.
        mutating func enter(_ limit: Int) -> Bool {
            guard active < limit, count == 0 else { return false }
            active += 1
            return true
        }

        /// Queues a waiter; `true` when it is the only one.
        mutating func append(_ waiter: Waiter, _ priority: Int) -> Bool {
            let isFirst = count == 0
            waiting[priority].append(waiter)
            return isFirst
        }

        mutating func removeAll(where isGone: (Waiter) -> Bool) {
            for priority in waiting.indices {
                waiting[priority].removeFirst(heads[priority])
                heads[priority] = 0
                waiting[priority].removeAll(where: isGone)
            }
        }

        mutating func pop(_ priority: Int) -> Waiter? {
            guard heads[priority] < waiting[priority].count else { return nil }
            let waiter = waiting[priority][heads[priority]]
            heads[priority] += 1
            // Pops cost constant time on average: the array is cut when half of it is gone.
            if heads[priority] * 2 >= waiting[priority].count {
                waiting[priority].removeFirst(heads[priority])
                heads[priority] = 0
            }
            return waiter
        }
    }

    private let limit: Int
    private let limitPerOrigin: Int
    private(set) var active = 0
    private var lanes: [HTTPOrigin: Lane] = [:]
    /// Origins with waiters, in the order of their turns.
    private var turns: [HTTPOrigin] = []

    init(limit: Int, perOrigin: Int) {
        self.limit = limit
        limitPerOrigin = perOrigin
    }

    /// How many wait.
    var waitingCount: Int { turns.reduce(0) { $0 + (lanes[$1]?.count ?? 0) } }

    /// Takes a slot, or queues; `true` when the slot is there.
    mutating func enter(_ waiter: Waiter, _ origin: HTTPOrigin, _ priority: HTTPPriority) -> Bool {
        // Those who wait for other origins have had their chance: theirs are at their limits.
        if active < limit, lanes[origin, default: Lane()].enter(limitPerOrigin) {
            active += 1
            return true
        }
        if lanes[origin, default: Lane()].append(waiter, priority.rawValue) { turns.append(origin) }
        return false
    }

    /// Forgets waiters that nobody waits for any more.
    mutating func removeAll(where isGone: (Waiter) -> Bool) {
        for origin in turns { lanes[origin]?.removeAll(where: isGone) }
        turns.removeAll { (lanes[$0]?.count ?? 0) == 0 }
    }

    /// Gives a slot back.
    mutating func leave(_ origin: HTTPOrigin) {
        active -= 1
        lanes[origin]?.active -= 1
        if let lane = lanes[origin], lane.active == 0, lane.count == 0 { lanes[origin] = nil }
    }

    /// The next one whose turn it is, with its slot taken.
    mutating func next() -> Waiter? {
        guard active < limit, !turns.isEmpty else { return nil }
        for priority in HTTPPriority.allCases.reversed().map(\.rawValue) {
            for (index, origin) in turns.enumerated() {
                guard var lane = lanes[origin], lane.active < limitPerOrigin,
                    let waiter = lane.pop(priority)
                else { continue }
                lane.active += 1
                active += 1
                turns.remove(at: index)
                if lane.count > 0 { turns.append(origin) }
                lanes[origin] = lane
                return waiter
            }
        }
        return nil
    }
}
