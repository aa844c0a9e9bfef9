import Dispatch
import Routing
import Scheduling
import SchedulingTestKit
import Signals

/// Measures calls by routes.
enum CompositionRoutes {
    private static let calls = 100_000

    static func run(_ harness: inout Harness, _ callgrind: Callgrind) async throws {
        try await compareCalls(&harness, callgrind)
        try await compareHops(&harness)
    }

    /// A call and a hop in virtual time, on one thread, so that instructions can be counted.
    private static func compareCalls(
        _ harness: inout Harness, _ callgrind: Callgrind
    ) async throws {
        let ui = VirtualScheduler(name: "UI")
        let business = VirtualScheduler(name: "BL")
        let counter = SchedulerBound(on: business) { Counter() }
        let router = try makeRouter(counter, on: business)
        func wait() {
            business.runUntilIdle()
            ui.runUntilIdle()
            business.runUntilIdle()
        }
        try await harness.compare(
            "route-call-in-virtual-time", .nanoseconds(per: "call"), operations: calls,
            countedBy: callgrind,
            ours: Contender("Router.call") { count in
                let drain = SchedulerBound(on: ui) { Drain() }
                ui.runUntilIdle()
                for number in 0..<count {
                    try ui.enter { home in
                        let drain = try drain.get(in: home)
                        router.call(Next(number: number)).deliver(in: home)
                            .observe({ drain.take($0) }, failed: { _ in })
                    }
                    wait()
                }
                try ui.enter { try drain.get(in: $0).check(count) }
            },
            peers: Contender("the bare hop") { count in
                let drain = SchedulerBound(on: ui) { Drain() }
                ui.runUntilIdle()
                for number in 0..<count {
                    try ui.enter { home in
                        let drain = try drain.get(in: home)
                        hop(to: counter, number).deliver(in: home)
                            .observe({ drain.take($0) }, failed: { _ in })
                    }
                    wait()
                }
                try ui.enter { try drain.get(in: $0).check(count) }
            })
    }

    /// Many calls under way between two threads.
    private static func compareHops(_ harness: inout Harness) async throws {
        let ui = WorkScheduler(name: "UI", priority: .default)
        let business = WorkScheduler(name: "BL", priority: .default)
        let counter = SchedulerBound(on: business) { Counter() }
        let router = try makeRouter(counter, on: business)
        func answers<Failure: Error>(
            _ count: Int, _ call: @escaping @Sendable (Int) -> BoundSignal<Int, Failure>
        ) {
            let isDone = DispatchSemaphore(value: 0)
            ui.schedule { home in
                let drain = Drain()
                var missing = count
                for number in 0..<count {
                    call(number).deliver(in: home).observe { value in
                        drain.take(value)
                        missing -= 1
                        if missing == 0 { isDone.signal() }
                    } failed: { _ in
                    }
                }
            }
            isDone.wait()
        }
        try await harness.compare(
            "route-call-between-threads", .nanoseconds(per: "call"), operations: calls,
            ours: Contender("Router.call") { count in
                answers(count) { router.call(Next(number: $0)) }
            },
            peers: Contender("the bare hop") { count in answers(count) { hop(to: counter, $0) } })
        ui.shutDown()
        business.shutDown()
    }
}

extension CompositionRoutes {
    private final class Counter {
        func next(_ number: Int) -> Int { number &+ 1 }
    }

    private struct Next: Route {
        typealias Output = Int
        let number: Int
    }

    private static func makeRouter(
        _ counter: SchedulerBound<Counter>, on scheduler: any Scheduler
    ) throws -> Router {
        let table = RouteTable()
        table.add("bench") { routes in
            routes.serve(Next.self, finding: { _ in counter }) { counter, route in
                Signal<Int, Never>.just(counter.next(route.number))
            }
        }
        return try Router(table, on: scheduler)
    }

    /// The same work without a router.
    private static func hop(
        to counter: SchedulerBound<Counter>, _ number: Int
    ) -> BoundSignal<Int, BoundError> {
        counter.signal { Signal<Int, Never>.just($0.next(number)) }
    }
}

extension Drain {
    /// Checks that all answers of `next` from 0 on have arrived.
    fileprivate func check(_ count: Int) throws {
        guard sum == count * (count + 1) / 2 else { throw Failure("answers are missing") }
    }
}
