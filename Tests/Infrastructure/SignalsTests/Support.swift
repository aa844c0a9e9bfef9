import Foundation
import Scheduling
import Signals
import Testing

struct Oops: Error, Hashable {}

/// An object whose death can be seen.
final class Token {}

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

/// What arrived, in order, written down by several observers.
final class Journal {
    private(set) var lines: [String] = []

    func write(_ line: String) { lines.append(line) }
}
