import Dispatch
import Foundation
import Scheduling
import SchedulingTestKit

/// Measures many timers, many schedulers, and a queue of ten million items.
enum SchedulingMasses {
    /// The number of consecutive items for one of the hundred schedulers.
    private static let run = 100

    static func run(_ harness: inout Harness) async throws {
        let scheduler = WorkScheduler(name: "bench", priority: .default)
        let queue = DispatchQueue(label: "bench")
        try await harness.compare(
            "timers-a-million-in-virtual-time", .nanoseconds(per: "timer"), operations: 1_000_000,
            rounds: 3,
            ours: Contender("VirtualScheduler", operations: virtualTimers),
            peers: Contender("sorting the times") { sortMoments($0) })
        try await harness.compare(
            "timers-due-within-ten-milliseconds", .nanoseconds(per: "timer"), operations: 100_000,
            rounds: 3,
            ours: timers("WorkScheduler") { delay, work in
                scheduler.schedule(after: .nanoseconds(delay), work)
            },
            peers: timers("DispatchQueue.asyncAfter") { delay, work in
                queue.asyncAfter(deadline: .now() + .nanoseconds(delay), execute: work)
            })

        let schedulers = (0..<100).map { WorkScheduler(name: "bench \($0)", priority: .default) }
        let queues = (0..<100).map { DispatchQueue(label: "bench \($0)") }
        try await harness.compare(
            "schedulers-a-hundred-in-turns", .nanoseconds(per: "item"), operations: 500_000,
            rounds: 5,
            ours: spreading("WorkScheduler") { schedulers[$0].schedule($1) },
            peers: spreading("DispatchQueue") { queues[$0].async(execute: $1) })
        schedulers.forEach { $0.shutDown() }

        try await harness.compare(
            "queue-of-ten-million-memory", .figure(unit: "B/item", lessIsBetter: true), rounds: 1,
            ours: backlog("WorkScheduler") { scheduler.schedule($0) },
            peers: backlog("DispatchQueue") { queue.async(execute: $0) })
        scheduler.shutDown()
    }

    private static func virtualTimers(_ count: Int) {
        let clock = VirtualScheduler()
        let tally = Tally(count)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<count {
            let delay = Int.random(in: 0..<1_000_000_000, using: &random)
            clock.schedule(after: .nanoseconds(delay)) { tally.strike(0) }
        }
        clock.run()
        tally.done.wait()
    }

    private static func sortMoments(_ count: Int) {
        var random = SystemRandomNumberGenerator()
        let moments = (0..<count).map { _ in Int.random(in: 0..<1_000_000_000, using: &random) }
        let tally = Tally(count)
        for moment in moments.sorted() { tally.strike(moment) }
        tally.done.wait()
    }

    private static func timers(
        _ name: String, _ post: @escaping (Int, @escaping @Sendable () -> Void) -> Void
    ) -> Contender {
        Contender(name) { operations in
            let tally = Tally(operations)
            var random = SystemRandomNumberGenerator()
            for _ in 0..<operations {
                post(Int.random(in: 0..<10_000_000, using: &random)) { tally.strike(0) }
            }
            tally.done.wait()
        }
    }

    private static func spreading(
        _ name: String, _ post: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    ) -> Contender {
        Contender(name) { operations in
            let tallies = (0..<100).map { _ in Tally(operations / 100) }
            for item in 0..<operations {
                let place = item / run % 100
                let tally = tallies[place]
                post(place) { tally.strike(item) }
            }
            tallies.forEach { $0.done.wait() }
        }
    }

    /// The memory of a queued item, including its closure with two captured words.
    private static func backlog(
        _ name: String, _ post: @escaping (@escaping @Sendable () -> Void) -> Void
    ) -> Contender {
        Contender(name) { () async throws -> Double in
            let count = 10_000_000
            let gate = DispatchSemaphore(value: 0)
            let tally = Tally(count)
            ResidentMemory.trim()
            let before = ResidentMemory.bytes
            post { gate.wait() }
            for item in 0..<count { post { tally.strike(item) } }
            let growth = Result { try ResidentMemory.growth(since: before) }
            gate.signal()
            try tally.finish(name, count)
            return try growth.get() / Double(count)
        }
    }
}
