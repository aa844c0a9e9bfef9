import Logging
import Reports
import Scheduling

/// The costs of a call of a logger whose level no observer wants, and of a handled record.
enum LogCalls {
    static func run(_ harness: inout Harness) async throws {
        try await disabled(&harness)
        try await handled(&harness)
    }

    /// Measures calls below all wanted levels: no text is made.
    private static func disabled(_ harness: inout Harness) async throws {
        let scheduler = WorkScheduler(name: "logs")
        let logs = service(wanting: .error, on: scheduler, capacity: 1_000)
        let ours = Logger(label: "bench") { logs.handler(label: $0) }
        let (one, two) = (Self.one, Self.two)
        try await harness.compare(
            "logs-disabled", .nanoseconds(per: "call"), operations: 1_000_000,
            ours: Contender("LogService") { log(to: ours, at: .debug, $0) },
            peers: Contender("swift-log's StreamLogHandler") { log(to: one, at: .debug, $0) },
            Contender("swift-log's MultiplexLogHandler of two") { log(to: two, at: .debug, $0) })
    }

    /// Measures records until an observer has received them; the peers make lines and drop them.
    private static func handled(_ harness: inout Harness) async throws {
        let scheduler = WorkScheduler(name: "logs")
        let count = 20_000
        let logs = service(wanting: .error, on: scheduler, capacity: count)
        let ours = Logger(label: "bench") { logs.handler(label: $0) }
        let (one, two) = (Self.one, Self.two)
        try await harness.compare(
            "logs-handled", .nanoseconds(per: "record"), operations: count,
            ours: Contender("LogService") { operations in
                log(to: ours, at: .error, operations)
                await scheduler.drained()
            },
            peers: Contender("swift-log's StreamLogHandler") { operations in
                log(to: one, at: .error, operations)
            },
            Contender("swift-log's MultiplexLogHandler of two") { operations in
                log(to: two, at: .error, operations)
            })
    }

    private static func service(
        wanting level: Logger.Level, on scheduler: WorkScheduler, capacity: Int
    ) -> LogService {
        let logs = LogService()
        logs.observe(from: level, as: "bench", on: scheduler, capacity: capacity) {
            var length = 0
            return { records in for record in records { length &+= record.message.utf8.count } }
        }
        return logs
    }

    @inline(never)
    private static func log(to logger: Logger, at level: Logger.Level, _ count: Int) {
        for number in 0..<count {
            logger.log(
                level: level, "a page of the listing is stored", metadata: ["page": "\(number)"])
        }
    }

    /// The loggers of the peers, which write errors to a stream that discards them.
    static var one: Logger {
        var logger = Logger(label: "bench") { StreamLogHandler(label: $0, stream: DiscardedText()) }
        logger.logLevel = .error
        return logger
    }

    private static var two: Logger {
        var logger = Logger(label: "bench") { label in
            MultiplexLogHandler([
                StreamLogHandler(label: label, stream: DiscardedText()),
                StreamLogHandler(label: label, stream: DiscardedText()),
            ])
        }
        logger.logLevel = .error
        return logger
    }
}

/// A stream that drops its text, so that only the work of the handlers is measured.
private struct DiscardedText: TextOutputStream, Sendable {
    mutating func write(_ text: String) {}
}
