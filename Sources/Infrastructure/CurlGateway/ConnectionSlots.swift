import HTTPGateway

/// Who may have a connection, and who comes next: by priority, then in turn among origins, then in order.
///
/// The multi handle is given no more transfers than there are connections: it would look at each of
/// ten thousand waiting ones in every round.
struct ConnectionSlots<Waiter> {
    private final class Lane {
        let origin: HTTPOrigin
        var active = 0
        var waiting = [[Waiter]](repeating: [], count: HTTPPriority.allCases.count)
        var heads = [Int](repeating: 0, count: HTTPPriority.allCases.count)

        /// How many wait.
        private(set) var count = 0

        init(_ origin: HTTPOrigin) { self.origin = origin }

        /// Takes a slot for one that nobody of its origin waits before.
        func enter(_ limit: Int) -> Bool {
            guard active < limit, count == 0 else { return false }
            active += 1
            return true
        }

        /// Queues a waiter; `true` when it is the only one.
        func append(_ waiter: Waiter, _ priority: Int) -> Bool {
            waiting[priority].append(waiter)
            count += 1
            return count == 1
        }

        func removeAll(where isGone: (Waiter) -> Bool) {
            for priority in waiting.indices {
                waiting[priority].removeFirst(heads[priority])
                heads[priority] = 0
                waiting[priority].removeAll(where: isGone)
            }
            count = waiting.reduce(0) { $0 + $1.count }
        }

        func pop(_ priority: Int) -> Waiter? {
            guard heads[priority] < waiting[priority].count else { return nil }
            let waiter = waiting[priority][heads[priority]]
            heads[priority] += 1
            count -= 1
            // Pops cost constant time on average: the array is cut when half of it is gone.
            if heads[priority] * 2 >= waiting[priority].count {
                waiting[priority].removeFirst(heads[priority])
                heads[priority] = 0
            }
            return waiter
        }
    }

    /// Lanes that nobody uses are kept, up to so many: most requests go where others went before.
    private static var keptLanes: Int { 256 }

    private let limit: Int
    private let limitPerOrigin: Int
    private(set) var active = 0
    private var lanes: [HTTPOrigin: Lane] = [:]
    /// The lane that was asked for last, which the next is as a rule.
    private var recent: Lane?
    /// Lanes with waiters, in the order of their turns.
    private var turns: [Lane] = []

    init(limit: Int, perOrigin: Int) {
        self.limit = limit
        limitPerOrigin = perOrigin
    }

    /// How many wait.
    var waitingCount: Int { turns.reduce(0) { $0 + $1.count } }

    /// Takes a slot, or queues; `true` when the slot is there.
    mutating func enter(_ waiter: Waiter, _ origin: HTTPOrigin, _ priority: HTTPPriority) -> Bool {
        let lane = lane(of: origin)
        // Those who wait for other origins have had their chance: theirs are at their limits.
        if active < limit, lane.enter(limitPerOrigin) {
            active += 1
            return true
        }
        if lane.append(waiter, priority.rawValue) { turns.append(lane) }
        return false
    }

    /// Forgets waiters that nobody waits for any more.
    mutating func removeAll(where isGone: (Waiter) -> Bool) {
        for lane in turns { lane.removeAll(where: isGone) }
        turns.removeAll { $0.count == 0 }
    }

    /// Gives a slot back.
    mutating func leave(_ origin: HTTPOrigin) {
        active -= 1
        lane(of: origin).active -= 1
    }

    /// The next one whose turn it is, with its slot taken.
    mutating func next() -> Waiter? {
        guard active < limit, !turns.isEmpty else { return nil }
        for priority in HTTPPriority.allCases.reversed().map(\.rawValue) {
            for (index, lane) in turns.enumerated() {
                guard lane.active < limitPerOrigin, let waiter = lane.pop(priority) else {
                    continue
                }
                lane.active += 1
                active += 1
                turns.remove(at: index)
                if lane.count > 0 { turns.append(lane) }
                return waiter
            }
        }
        return nil
    }

    private mutating func lane(of origin: HTTPOrigin) -> Lane {
        if let recent, recent.origin == origin { return recent }
        if let lane = lanes[origin] {
            recent = lane
            return lane
        }
        if lanes.count >= Self.keptLanes {
            lanes = lanes.filter { $0.value.active > 0 || $0.value.count > 0 }
        }
        let lane = Lane(origin)
        lanes[origin] = lane
        recent = lane
        return lane
    }
}
