import Routing
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

private struct SyncNow: Route {
    typealias Output = Int
    var account: String
}

/// Runs syncs that a test ends.
private final class Synchronizer {
    var runs: [(account: String, steps: Subject<Int, Never>)] = []
    var liveCount = 0

    func sync(_ account: String) -> Signal<Int, Never> {
        .deferred { [self] in
            let steps = Subject<Int, Never>()
            runs.append((account, steps))
            liveCount += 1
            return steps.signal.on(disposed: { self.liveCount -= 1 })
        }
    }
}

@Suite("Reuse of a run")
struct JoinTests {
    private let world = World()
    private let synchronizer: SchedulerBound<Synchronizer>
    private let router: Router

    init() throws {
        let synchronizer = SchedulerBound(on: world.business) { Synchronizer() }
        self.synchronizer = synchronizer
        router = try world.router {
            $0.serve(SyncNow.self, by: synchronizer, reuse: .join { $0.account }) {
                synchronizer, route in synchronizer.sync(route.account)
            }
        }
    }

    private func sync(_ account: String) -> Probe<Int, RouteError> {
        world.call(SyncNow(account: account), through: router)
    }

    private func synchronizer<Result: Sendable>(
        _ body: @Sendable (Synchronizer) -> Result
    ) throws -> Result {
        let result = try world.business.enter { [synchronizer] in body(try synchronizer.get(in: $0))
        }
        world.clock.runUntilIdle()
        return result
    }

    @Test("two calls with one key share a run, and the second one gets the last output first")
    func equalKeysShareARun() throws {
        let first = sync("a")
        try synchronizer { $0.runs[0].steps.send(1) }
        let second = sync("a")
        try synchronizer { sync in
            sync.runs[0].steps.send(2)
            sync.runs[0].steps.complete()
        }
        #expect(try synchronizer(\.runs.count) == 1)
        #expect(first.values == [1, 2] && second.values == [1, 2])
        #expect(first.isCompleted && second.isCompleted)
    }

    @Test("other keys, and calls after the end, have runs of their own")
    func otherKeysAndLaterCallsRunAnew() throws {
        let calls = [sync("a"), sync("b")]
        #expect(try synchronizer(\.runs.count) == 2)
        try synchronizer { $0.runs[0].steps.complete() }
        let later = sync("a")
        #expect(try synchronizer(\.runs.count) == 3)
        #expect(calls[0].isCompleted && calls[1].records.isEmpty && later.records.isEmpty)
    }

    @Test("the run is cancelled when all of its calls have been disposed of")
    func lastDisposalCancelsTheRun() throws {
        let calls = [sync("a"), sync("a")]
        world.dispose(calls[0])
        #expect(try synchronizer(\.liveCount) == 1)
        world.dispose(calls[1])
        #expect(try synchronizer(\.liveCount) == 0)
        _ = sync("a")
        #expect(try synchronizer(\.runs.count) == 2)
    }

    @Test("equal keys of different services do not share a run")
    func servicesDoNotShareARun() throws {
        let others = [
            "a": synchronizer, "b": SchedulerBound(on: world.business) { Synchronizer() },
        ]
        let router = try world.router {
            $0.serve(
                SyncNow.self, finding: { try #require(others[$0.account]) }, reuse: .join { _ in 1 }
            ) { synchronizer, route in synchronizer.sync(route.account) }
        }
        let calls = ["a", "b", "a"].map { world.call(SyncNow(account: $0), through: router) }
        #expect(try synchronizer(\.runs.count) == 1)
        try synchronizer { $0.runs[0].steps.send(1) }
        #expect(calls.map(\.values) == [[1], [], [1]])
    }

    @Test("without a key, each call is a run")
    func newIsTheDefault() throws {
        let router = try world.router { routes in
            routes.serve(SyncNow.self, by: synchronizer) { synchronizer, route in
                synchronizer.sync(route.account)
            }
        }
        _ = [1, 2].map { _ in world.call(SyncNow(account: "a"), through: router) }
        #expect(try synchronizer(\.runs.count) == 2)
    }
}
