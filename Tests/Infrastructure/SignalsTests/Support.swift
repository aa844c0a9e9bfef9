import Foundation
import Logging
import Scheduling
import SchedulingTestKit
import Signals
import Testing

struct Oops: Error, Hashable {}

/// An object whose death can be seen.
final class Token {}

/// A value whose death can be acted upon.
final class Mortal {
    let id: Int
    private let onDeath: () -> Void

    init(_ id: Int, onDeath: @escaping () -> Void) {
        self.id = id
        self.onDeath = onDeath
    }

    deinit { onDeath() }
}

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

/// The events that several observers received, in order.
final class Journal {
    private(set) var lines: [String] = []

    func write(_ line: String) { lines.append(line) }
}

/// Keeps the lines that are logged.
final class LogLines: Sendable {
    /// The lines of all loggers of this process that were made without a handler of their own.
    static let ofProcess = {
        let lines = LogLines()
        LoggingSystem.bootstrap { label in
            let next = StreamLogHandler.standardError(label: label)
            return MultiplexLogHandler([Handler(lines: lines), next])
        }
        return lines
    }()

    private let lines = Guarded<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.lines.withLock { $0.append("\(event.level): \(event.message)") }
        }
    }
}
