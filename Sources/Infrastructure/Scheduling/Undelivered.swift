import Logging
import Synchronization

/// The calls that reached nobody, and whose callers did not ask for an outcome.
enum Undelivered {
    private static let count = Atomic<Int>(0)

    static var total: Int { count.load(ordering: .relaxed) }

    /// Counts a call, and logs the first and then ever fewer of them, so that a flood of calls is no flood of lines.
    static func add(_ error: BoundError, _ file: StaticString, _ line: UInt) {
        let total = count.add(1, ordering: .relaxed).newValue
        guard total.nonzeroBitCount == 1 else { return }
        schedulingLog.warning(
            "a call reached nobody: \(error)",
            metadata: ["posted": "\(file):\(line)", "undelivered": "\(total)"])
    }
}

extension Schedulers {
    /// How many calls to bound services of this program reached nobody, and had no caller who asked for their outcome.
    public static var undeliveredCalls: Int { Undelivered.total }
}
