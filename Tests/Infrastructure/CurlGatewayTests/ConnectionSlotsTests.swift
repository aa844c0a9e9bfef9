import HTTPGateway
import Testing

@testable import CurlGateway

@Suite struct ConnectionSlotsTests {
    private let first: HTTPOrigin
    private let second: HTTPOrigin

    init() throws {
        first = try HTTPURL("http://first.invalid/").origin
        second = try HTTPURL("http://second.invalid/").origin
    }

    @Test func anOriginAtItsLimitBlocksNoOther() {
        let slots = Desk(limit: 4, perOrigin: 1)
        #expect(slots.acquire(1, first, .normal))
        #expect(!slots.acquire(2, first, .normal))
        #expect(slots.acquire(3, second, .normal))
        #expect(slots.active == 2 && slots.waitingCount == 1)
    }

    @Test func priorityGoesBeforeOrderAndOriginsTakeTurns() {
        let slots = Desk(limit: 1, perOrigin: 1)
        #expect(slots.acquire(0, first, .normal))
        for (waiter, origin, priority) in [
            (1, first, HTTPPriority.low), (2, first, .normal), (3, first, .normal),
            (4, second, .normal), (5, second, .high),
        ] {
            #expect(!slots.acquire(waiter, origin, priority))
        }
        slots.release(first)
        var order: [Int] = []
        while let next = slots.next() {
            order.append(next)
            slots.release(next > 3 ? second : first)
        }
        #expect(order == [5, 2, 4, 3, 1])
    }

    @Test func thoseWhoAreGoneAreForgotten() {
        let slots = Desk(limit: 1, perOrigin: 1)
        #expect(slots.acquire(0, first, .normal))
        for waiter in 1...100 { #expect(!slots.acquire(waiter, first, .normal)) }
        for waiter in 1...64 { slots.leave(waiter) }
        #expect(slots.waitingCount == 100)
        // Most waiters are gone now.
        slots.leave(65)
        #expect(slots.waitingCount == 35)
        for waiter in 66..<100 { slots.leave(waiter) }
        slots.release(first)
        #expect(slots.next() == 100)
        slots.release(first)
        #expect(slots.next() == nil)
        #expect(slots.active == 0)
    }

    /// The slots behind a reference: the macro cannot call what changes a value.
    private final class Desk {
        private var slots: ConnectionSlots<Int>
        private var gone: Set<Int> = []

        init(limit: Int, perOrigin: Int) {
            slots = ConnectionSlots(limit: limit, perOrigin: perOrigin)
        }

        var active: Int { slots.active }
        var waitingCount: Int { slots.waitingCount }

        func acquire(_ waiter: Int, _ origin: HTTPOrigin, _ priority: HTTPPriority) -> Bool {
            slots.acquire(waiter, origin, priority)
        }
        func next() -> Int? { slots.next(unless: gone.contains) }
        func release(_ origin: HTTPOrigin) { slots.release(origin) }
        func leave(_ waiter: Int) {
            gone.insert(waiter)
            slots.waiterLeft(gone.contains)
        }
    }
}
