import HTTPGateway
import Signals

/// Allocates connections: by priority, then round-robin among origins, then in order of arrival.
///
/// The multi handle gets no more transfers than there are connections. It would otherwise check
/// each of ten thousand waiting transfers in every round.
struct ConnectionSlots<Waiter> {
    private final class OriginQueue {  // not @Schedulable: confined to the I/O thread
        let origin: HTTPOrigin
        var active = 0
        var waiting = [FIFOQueue<Waiter>](repeating: .init(), count: HTTPPriority.allCases.count)

        /// The number of waiters.
        private(set) var count = 0

        init(_ origin: HTTPOrigin) { self.origin = origin }

        /// Takes a slot, unless others of this origin wait already.
        func acquire(_ limit: Int) -> Bool {
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
            for priority in waiting.indices { waiting[priority].removeAll(where: isGone) }
            count = waiting.reduce(0) { $0 + $1.count }
        }

        func pop(_ priority: Int) -> Waiter? {
            guard let waiter = waiting[priority].popFirst() else { return nil }
            count -= 1
            return waiter
        }
    }

    /// The number of queues that are kept without a use: most requests go to a recent origin.
    private static var keptQueues: Int { 256 }

    private let limit: Int
    private let limitPerOrigin: Int
    private(set) var active = 0
    private var queues: [HTTPOrigin: OriginQueue] = [:]
    /// The queue of the last request, which is usually that of the next one.
    private var recent: OriginQueue?
    /// The queues with waiters, in the order of their turns.
    private var turns: [OriginQueue] = []
    /// The number of queued waiters that are gone.
    private var goneCount = 0

    init(limit: Int, perOrigin: Int) {
        self.limit = limit
        limitPerOrigin = perOrigin
    }

    /// The number of queued waiters, including those that are gone.
    var waitingCount: Int { turns.reduce(0) { $0 + $1.count } }

    /// Takes a slot, or queues; returns whether a slot was taken.
    mutating func acquire(_ waiter: Waiter, _ origin: HTTPOrigin, _ priority: HTTPPriority) -> Bool
    {
        let queue = queue(of: origin)
        // Waiters of other origins cannot use the free slot: their origins are at their limits.
        if active < limit, queue.acquire(limitPerOrigin) {
            active += 1
            return true
        }
        if queue.append(waiter, priority.rawValue) { turns.append(queue) }
        return false
    }

    /// Records that a queued waiter is gone; when most are, all of them are removed.
    mutating func waiterLeft(_ isGone: (Waiter) -> Bool) {
        goneCount += 1
        guard goneCount > 64, goneCount * 2 > waitingCount else { return }
        goneCount = 0
        for queue in turns { queue.removeAll(where: isGone) }
        turns.removeAll { $0.count == 0 }
    }

    /// Returns a slot.
    mutating func release(_ origin: HTTPOrigin) {
        active -= 1
        queue(of: origin).active -= 1
    }

    /// Returns the next waiter in turn that is not gone, with its slot taken; `nil` without one.
    mutating func next(unless isGone: (Waiter) -> Bool) -> Waiter? {
        while let (waiter, queue) = nextInTurn() {
            if !isGone(waiter) { return waiter }
            goneCount -= 1
            queue.active -= 1
            active -= 1
        }
        return nil
    }

    private mutating func nextInTurn() -> (Waiter, OriginQueue)? {
        guard active < limit, !turns.isEmpty else { return nil }
        for priority in HTTPPriority.allCases.reversed().map(\.rawValue) {
            for (index, queue) in turns.enumerated() {
                guard queue.active < limitPerOrigin, let waiter = queue.pop(priority) else {
                    continue
                }
                queue.active += 1
                active += 1
                turns.remove(at: index)
                if queue.count > 0 { turns.append(queue) }
                return (waiter, queue)
            }
        }
        return nil
    }

    private mutating func queue(of origin: HTTPOrigin) -> OriginQueue {
        if let recent, recent.origin == origin { return recent }
        if let queue = queues[origin] {
            recent = queue
            return queue
        }
        if queues.count >= Self.keptQueues {
            queues = queues.filter { $0.value.active > 0 || $0.value.count > 0 }
        }
        let queue = OriginQueue(origin)
        queues[origin] = queue
        recent = queue
        return queue
    }
}
