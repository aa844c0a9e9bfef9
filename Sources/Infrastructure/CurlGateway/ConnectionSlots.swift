import HTTPGateway

/// Allocates connections: by priority, then round-robin among origins, then in order of arrival.
///
/// The multi handle gets no more transfers than there are connections. It would otherwise check
/// each of ten thousand waiting transfers in every round.
struct ConnectionSlots<Waiter> {
    private final class Lane {
        let origin: HTTPOrigin
        var active = 0
        var waiting = [[Waiter]](repeating: [], count: HTTPPriority.allCases.count)
        var heads = [Int](repeating: 0, count: HTTPPriority.allCases.count)

        /// The number of waiters.
        private(set) var count = 0

        init(_ origin: HTTPOrigin) { self.origin = origin }

        /// Takes a slot, unless others of this origin wait already.
        func enter(_ limit: Int) -> Bool {
            guard active < limit, count == 0 else { return false }
            active += 1
            return true
        }

        /// Queues a waiter; returns whether it is the only one.
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
            // Pops take constant time on average: the array is cut when half of it is used up.
            if heads[priority] * 2 >= waiting[priority].count {
                waiting[priority].removeFirst(heads[priority])
                heads[priority] = 0
            }
            return waiter
        }
    }

    /// The number of lanes that are kept without a use: most requests go to a recent origin.
    private static var keptLanes: Int { 256 }

    private let limit: Int
    private let limitPerOrigin: Int
    private(set) var active = 0
    private var lanes: [HTTPOrigin: Lane] = [:]
    /// The lane of the last request, which is usually that of the next one.
    private var recent: Lane?
    /// The lanes with waiters, in the order of their turns.
    private var turns: [Lane] = []

    init(limit: Int, perOrigin: Int) {
        self.limit = limit
        limitPerOrigin = perOrigin
    }

    /// The number of waiters.
    var waitingCount: Int { turns.reduce(0) { $0 + $1.count } }

    /// Takes a slot, or queues; returns whether a slot was taken.
    mutating func enter(_ waiter: Waiter, _ origin: HTTPOrigin, _ priority: HTTPPriority) -> Bool {
        let lane = lane(of: origin)
        // Waiters of other origins cannot use the free slot: their origins are at their limits.
        if active < limit, lane.enter(limitPerOrigin) {
            active += 1
            return true
        }
        if lane.append(waiter, priority.rawValue) { turns.append(lane) }
        return false
    }

    /// Removes the waiters that need no slot any longer.
    mutating func removeAll(where isGone: (Waiter) -> Bool) {
        for lane in turns { lane.removeAll(where: isGone) }
        turns.removeAll { $0.count == 0 }
    }

    /// Returns a slot.
    mutating func leave(_ origin: HTTPOrigin) {
        active -= 1
        lane(of: origin).active -= 1
    }

    /// Returns the next waiter in turn, with its slot taken; `nil` if there is none.
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
