import Foundation
import Synchronization

extension Suite {
    /// Compares schedulers with Dispatch queues, SwiftNIO event loops, a double buffer and actors.
    static let scheduling = Suite(name: "scheduling") { harness in
        try await SchedulingPosts.run(&harness)
        try await SchedulingTrips.run(&harness)
        try await SchedulingMasses.run(&harness)
        try await check(&harness)
    }

    /// Measures the cost of `@Schedulable` for a method, with a program built for debugging.
    private static func check(_ harness: inout Harness) async throws {
        let program = Places.benchmarks.appending(path: ".build/debug/checked").path
        func figure(_ task: String) throws -> Double {
            let output = try Child.run(program, [task]).output
            guard let figure = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                throw Failure("unexpected output of \(program): '\(output)'")
            }
            return figure
        }
        try await harness.compare(
            "check-in-a-debug-build", .figure(unit: "ns/call", lessIsBetter: true), rounds: 5,
            ours: Contender("the check of @Schedulable") { try figure("check") },
            peers: Contender("allocating the closure") { try figure("closure") })
    }
}

/// Counts down on the measured scheduler, and signals the waiting thread at zero.
final class Tally: @unchecked Sendable {  // only one scheduler calls strike
    let done = DispatchSemaphore(value: 0)
    private var left: Int
    private(set) var sum = 0

    init(_ count: Int) { left = count }

    /// Counts one item; returns whether items are left.
    @discardableResult
    func strike(_ item: Int) -> Bool {
        sum &+= item
        left -= 1
        if left == 0 { done.signal() }
        return left > 0
    }

    /// Waits for the last item, and checks the sum of all items.
    func finish(_ name: String, _ count: Int) throws {
        done.wait()
        guard sum == count * (count - 1) / 2 else {
            throw Failure("\(name) lost an item or ran one twice")
        }
    }
}
