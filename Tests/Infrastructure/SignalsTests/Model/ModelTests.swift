import Foundation
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

/// Random graphs of operators against the same graphs over plain lists.
///
/// `SIGNALS_MODEL_GRAPHS` sets how many, `SIGNALS_MODEL_SEED` repeats a run.
@Suite("Model")
struct ModelTests {
    /// An event with the time in nanoseconds at which it arrives.
    private struct Arrival: Equatable {
        let time: Int
        let event: Timed.Event
    }

    private static let environment = ProcessInfo.processInfo.environment
    private static let seed =
        environment["SIGNALS_MODEL_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...9_999_999)
    private static let count = environment["SIGNALS_MODEL_GRAPHS"].flatMap(Int.init) ?? defaultCount
    #if DEBUG
        private static let defaultCount = 5_000
    #else
        private static let defaultCount = 100_000
    #endif

    @Test("random graphs send what the same graphs over lists give")
    func randomGraphs() {
        print("model: \(Self.count) graphs, seed \(Self.seed)")
        var dice = SplitMix(seed: Self.seed)
        var failures = 0
        for number in 0..<Self.count where failures < 5 {
            let size = Int.random(in: 1...12, using: &dice)
            var delays = 0
            let graph = Graph.random(size: size, delays: &delays, using: &dice)
            let script = Self.script(&dice)
            let disposal = Int.random(in: 0...(script.steps.count * 2), using: &dice)
            let expected = graph.events(script, from: .start)
                .map { Arrival(time: $0.moment.time, event: $0.event) }
                .filter { disposal >= script.steps.count || $0.time <= disposal * Script.interval }
            let (actual, leaks) = Self.play(graph, script, disposingBehind: disposal)
            if actual != expected || leaks != 0 { failures += 1 }
            #expect(
                actual == expected && leaks == 0,
                """
                graph \(number) of seed \(Self.seed): \(graph), script \(script.steps), disposed \
                of behind step \(disposal)
                """)
        }
    }

    /// The events that arrive, and the number of subscriptions that the sources still have.
    private static func play(
        _ graph: Graph, _ script: Script, disposingBehind disposal: Int
    ) -> ([Arrival], Int) {
        onVirtualScheduler { scheduler in
            let sources = (0...Graph.silentSource).map { _ in Subject<Int, Oops>() }
            var events: [Arrival] = []
            let arrived = { (event: Timed.Event) in
                events.append(Arrival(time: Int(scheduler.now.nanoseconds), event: event))
            }
            let subscription = graph.signal(sources).observe({ arrived(.value($0)) }) {
                arrived($0.isSuccess ? .completed : .failed)
            }
            for (index, (source, event)) in script.steps.enumerated() {
                if index == disposal { subscription.dispose() }
                scheduler.advance(by: .nanoseconds(Script.interval))
                switch event {
                case .value(let value): sources[source].send(value)
                case .completed: sources[source].complete()
                case .failed: sources[source].fail(Oops())
                }
            }
            if disposal >= script.steps.count { scheduler.run() }
            subscription.dispose()
            return (events, sources.reduce(0) { $0 + $1.observerCount })
        }
    }

    private static func script(_ dice: inout SplitMix) -> Script {
        let count = Int.random(in: 0...12, using: &dice)
        var ended: Set<Int> = []
        var steps: [(source: Int, event: Timed.Event)] = []
        for _ in 0..<count {
            let source = Int.random(in: 0..<Graph.sourceCount, using: &dice)
            guard !ended.contains(source) else { continue }
            switch Int.random(in: 0..<8, using: &dice) {
            case 0: steps.append((source, .completed))
            case 1: steps.append((source, .failed))
            default: steps.append((source, .value(Int.random(in: -9...9, using: &dice))))
            }
            if steps[steps.count - 1].event == .completed || steps[steps.count - 1].event == .failed
            {
                ended.insert(source)
            }
        }
        return Script(steps: steps)
    }
}
