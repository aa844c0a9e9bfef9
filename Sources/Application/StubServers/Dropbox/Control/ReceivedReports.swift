import Scheduling

/// The lines of reports of errors that clients have sent: the latest ten thousand.
final class ReceivedReports: Sendable {
    private static let capacity = 10_000

    private let content = Guarded<[[UInt8]]>([])

    /// Stores a line.
    func add(_ line: [UInt8]) {
        content.withLock { lines in
            if lines.count == 2 * Self.capacity { lines.removeFirst(Self.capacity) }
            lines.append(line)
        }
    }

    /// The lines, in the order of their arrival.
    var lines: [[UInt8]] { content.withLock { Array($0.suffix(Self.capacity)) } }
}
