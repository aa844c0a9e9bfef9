import Logging
import Synchronization

/// The calls that did not reach a service, and whose callers did not request an outcome.
enum UndeliveredCalls {
    private static let count = Atomic<Int>(0)

    static var total: Int { count.load(ordering: .relaxed) }

    /// Counts a call, and logs it where the total is a power of two.
    ///
    /// So a flood of calls does not become a flood of log lines.
    static func add(_ error: BoundError, _ file: StaticString, _ line: UInt) {
        let total = count.add(1, ordering: .relaxed).newValue
        guard total.nonzeroBitCount == 1 else { return }
        schedulingLog.warning(
            "a call did not reach its service: \(error)",
            metadata: ["posted": "\(file):\(line)", "undelivered": "\(total)"])
    }
}

extension Schedulers {
    /// The number of calls that did not reach a service and for which no outcome was requested.
    public static var undeliveredCalls: Int { UndeliveredCalls.total }
}
