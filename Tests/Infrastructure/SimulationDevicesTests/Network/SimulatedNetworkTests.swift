import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import Simulation
import SimulationDevices
import Testing

@Suite struct SimulatedNetworkTests {
    /// Returns a simulation of requests of one client; the server responds with the path.
    private func simulation(
        of paths: [String], attempts: Int = 1, to host: String = "api.test",
        conditions: NetworkConditions = NetworkConditions(),
        script: @escaping (NetworkRequest) -> NetworkFault? = { _ in nil },
        law: @escaping (Client, SimulatedNetwork) -> Bool
    ) -> Simulation {
        Simulation { world in
            let network = SimulatedNetwork(in: world, conditions, script: script)
            network.serve(host) { .text(String($0.call.url.path.dropFirst())) }
            let client = SchedulerBound(on: world.work("BL")) {
                try Client(network, attempts: attempts, home: $0)
            }
            client.schedule { client in paths.forEach { client.get($0) } }
            world.atEnd("the law", of: client) { law($0, network) }
        }
    }

    @Test func aRequestReachesItsServer() {
        let run = simulation(of: ["a"]) { client, network in
            client.outcomes == ["a"] && network.exchanges.map(\.status) == [200]
        }.run()
        #expect(run.failure == nil, "\(run.failure as Any)")
        #expect(run.time >= .milliseconds(10))
    }

    @Test func anUnknownHostIsNotResolved() {
        let run = simulation(of: ["a"], to: "other.test") { client, _ in
            client.outcomes == ["nameNotResolved"]
        }.run()
        #expect(run.failure == nil, "\(run.failure as Any)")
    }

    @Test(
        arguments: [
            (.nameFailure, "nameNotResolved", nil), (.refusal, "connectionRefused", nil),
            (.requestReset, "sendFailed", nil), (.responseReset, "connectionLost", 200),
            (.cut(after: 1), "truncatedBody", 200), (.cut(after: 0), "truncatedBody", 200),
            (.silence, "stalled", 200),
        ] as [(NetworkFault, String, Int?)])
    func aFaultOfTheScriptBecomesTheErrorOfItsKind(
        fault: NetworkFault, code: String, status: Int?
    ) {
        let run = simulation(of: ["text"], script: { _ in fault }) { client, network in
            client.outcomes == [code] && network.exchanges.map(\.status) == [status]
                && network.exchanges.map(\.fault) == [fault]
        }.run()
        #expect(run.failure == nil, "\(run.failure as Any)")
    }

    @Test func aSeparatedHostIsUnreachableUntilItIsJoined() {
        let run = Simulation { world in
            let network = SimulatedNetwork(in: world)
            network.serve("api.test") { _ in .text("here") }
            network.separate("api.test")
            let client = SchedulerBound(on: world.work("BL")) {
                try Client(network, home: $0)
            }
            client.schedule { $0.get("a") }
            world.main.schedule(after: .seconds(20)) {
                network.join("api.test")
                client.schedule { $0.get("b") }
            }
            world.atEnd("only the second request succeeds", of: client) {
                $0.outcomes == ["connectTimedOut", "here"]
            }
        }.run()
        #expect(run.failure == nil, "\(run.failure as Any)")
    }

    @Test func requestsAndResponsesOvertakeEachOther() {
        let exploration = simulation(of: ["a", "b"]) { client, _ in
            client.outcomes == ["a", "b"]
        }.explore(seeds: 0..<100)
        #expect(exploration.finding?.failure.kind == .law("the law"))
        #expect(exploration.finding?.isRepeatable == true)
    }

    @Test func aRateDelaysTheEndOfAResponse() {
        var conditions = NetworkConditions()
        conditions.bandwidth = 1_000
        let run = simulation(of: [String(repeating: "x", count: 3_000)], conditions: conditions) {
            client, _ in client.outcomes.map(\.count) == [3_000]
        }.run()
        #expect(run.failure == nil, "\(run.failure as Any)")
        #expect(run.time >= .seconds(3))
    }

    @Test func aWrongClockOfTheServerDoesNotChangeTheWaitThatItAsksFor() {
        let run = Simulation { world in
            let network = SimulatedNetwork(in: world)
            // The clock is fast by an hour; by it, the pause ends after a minute.
            network.serve("api.test", clockError: .seconds(3_600)) { request in
                guard request.number == 0 else { return .text("done") }
                return StubResponse(
                    503, headers: ["Retry-After": "Thu, 01 Jan 2026 01:01:00 GMT"])
            }
            let client = SchedulerBound(on: world.work("BL")) {
                try Client(network, attempts: 2, home: $0)
            }
            client.schedule { $0.get("a") }
            world.atEnd("the second attempt succeeds after a minute", of: client) {
                let second = network.exchanges.last?.start ?? .zero
                return $0.outcomes == ["done"] && .seconds(55)...(.seconds(65)) ~= second
            }
        }.run()
        #expect(run.failure == nil, "\(run.failure as Any)")
    }

    @Test func eachCallHasOneOutcomeWhateverTheNetworkDoes() {
        let paths = (0..<8).map { "\($0)" }
        let exploration = simulation(
            of: paths, attempts: 5, conditions: .faulty(every: 3, atMost: 6)
        ) { client, _ in
            client.outcomes.count == client.sent
        }.explore(seeds: 0..<200)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
        #expect(exploration.distinctCount == 200)
    }

    @Test func aSeedRepeatsTheWholeRun() {
        let simulation = simulation(
            of: ["a", "b", "c"], attempts: 5, conditions: .faulty(every: 2, atMost: 6)
        ) { _, _ in true }
        #expect(Set((0..<1_000).map { _ in simulation.run().hash }).count == 1)
    }
}
