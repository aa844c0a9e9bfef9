import Scheduling

@testable import Reports

/// The records that an observer has received.
final class Collected: Sendable {
    private let content = Guarded<[LogRecord]>([])

    var records: [LogRecord] { content.withLock { $0 } }
    var messages: [String] { records.map(\.message) }

    func add(_ records: [LogRecord]) { content.withLock { $0 += records } }
}
