import Foundation
import Scheduling
import SchedulingTestKit
import Synchronization

struct Oops: Error, Hashable {}

/// Runs `body` as work of a scheduler whose clock stands still.
func onVirtualScheduler<Result>(
    _ body: (VirtualScheduler) throws -> Result
) rethrows -> Result {
    let scheduler = VirtualScheduler(name: "test")
    return try scheduler.enter { try body(scheduler) }
}

/// Runs `body` on a thread of its own with a stack of 512 KiB, and waits for it.
func onSmallStack(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        let thread = Thread {
            body()
            continuation.resume()
        }
        thread.stackSize = 512 * 1024
        thread.start()
    }
}

/// The lines that a test writes, in order.
final class Journal {
    private(set) var lines: [String] = []

    func write(_ line: String) { lines.append(line) }

    func clear() { lines = [] }
}

/// The number of live objects of a test.
final class Census: Sendable {
    private let count = Atomic(0)

    var live: Int { count.load(ordering: .relaxed) }

    /// An object that is counted until it is released.
    final class Member: Sendable {
        private let census: Census

        init(of census: Census) {
            self.census = census
            census.count.add(1, ordering: .relaxed)
        }

        deinit { census.count.subtract(1, ordering: .relaxed) }
    }

    func member() -> Member { Member(of: self) }
}
