import Dispatch
import Routing
import Scheduling
import SchedulingTestKit
import Signals

/// Measures calls by routes, and the routes of addresses.
enum CompositionRoutes {
    private static let calls = 100_000

    static func run(_ harness: inout Harness, _ callgrind: Callgrind) async throws {
        try await compareCalls(&harness, callgrind)
        try await compareHops(&harness)
        for count in [10, 10_000] { try await compareAddresses(&harness, callgrind, count) }
        try await compareMemory(&harness)
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

    private static func compareAddresses(
        _ harness: inout Harness, _ callgrind: Callgrind, _ count: Int
    ) async throws {
        let name = "address-among-\(count)"
        guard harness.measures(name) else { return }
        let home = VirtualScheduler()
        let router = try Router(numberedRoutes(count, on: home), on: home)
        let trie = PathTrie(router.routes.compactMap(\.path))
        let addresses = (0..<64).map { "photos/IMG_\($0)/meta" }
        try await harness.compare(
            name, .nanoseconds(per: "address"), operations: 200_000,
            // A child would make ten thousand routes under callgrind, which takes a minute.
            countedBy: count > 1_000 ? nil : callgrind,
            ours: Contender("Router.route(at:), typed") { count in
                for number in 0..<count {
                    guard try router.route(at: addresses[number % 64]) is ShowMeta else {
                        throw Failure("the address leads to another route")
                    }
                }
            },
            peers: Contender("Hummingbird's RouterTrie.resolve, untyped") { count in
                for number in 0..<count {
                    guard trie.parameter("photo", of: addresses[number % 64]) != nil else {
                        throw Failure("the trie has no such path")
                    }
                }
            })
    }

    /// Ten tables with ten thousand routes each; the metadata of the types exists before.
    private static func compareMemory(_ harness: inout Harness) async throws {
        let name = "memory-of-10000-routes"
        guard harness.measures(name) else { return }
        let home = VirtualScheduler()
        let paths = try Router(numberedRoutes(10_000, on: home), on: home).routes.compactMap(\.path)
        func kibibytes<Table>(_ make: () throws -> Table) throws -> Double {
            ResidentMemory.trim()
            let before = ResidentMemory.bytes
            let tables = try (0..<10).map { _ in try make() }
            return try withExtendedLifetime(tables) {
                ResidentMemory.trim()
                return try ResidentMemory.growth(since: before) / 10 / 1024
            }
        }
        try await harness.compare(
            name, .figure(unit: "KiB", lessIsBetter: true), rounds: 5,
            ours: Contender("Router") {
                try kibibytes { try Router(numberedRoutes(10_000, on: home), on: home) }
            },
            peers: Contender("a dictionary of closures by path") {
                try kibibytes {
                    var handlers: [String: @Sendable (String) -> Int] = [:]
                    for path in paths { handlers[path + "/"] = { $0.count + path.count } }
                    return handlers
                }
            })
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
            routes.serve(Next.self, by: counter) { counter, route in counter.next(route.number) }
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
