import Foundation
import Synchronization

extension Suite {
    /// Schedulers beside serial Dispatch queues, event loops of SwiftNIO, a bare double buffer and actors.
    static let scheduling = Suite(name: "scheduling") { harness in
        try await SchedulingPosts.run(&harness)
        try await SchedulingTrips.run(&harness)
        try await SchedulingMasses.run(&harness)
    }
}

/// Counts down on the scheduler that is measured, and tells the thread that waits.
final class Tally: @unchecked Sendable {  // one scheduler strikes
    let done = DispatchSemaphore(value: 0)
    private var left: Int
    private(set) var sum = 0

    init(_ count: Int) { left = count }

    /// Whether something is left to do.
    @discardableResult
    func strike(_ item: Int) -> Bool {
        sum &+= item
        left -= 1
        if left == 0 { done.signal() }
        return left > 0
    }

    /// Waits for the last strike, and makes sure that each number was struck once.
    func finish(_ name: String, _ count: Int) throws {
        done.wait()
        guard sum == count * (count - 1) / 2 else {
            throw Failure("\(name) lost an item or ran one twice")
        }
    }
}
