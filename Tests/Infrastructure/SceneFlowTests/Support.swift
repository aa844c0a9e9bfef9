import Foundation
import SchedulingTestKit

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
