public import Scheduling

/// A scheduler that the code under test must not use: each use is a failure of the test.
///
/// ```swift
/// let network = UnimplementedScheduler { Issue.record("\($0)") }
/// let cache = PictureCache(network: network)     // reads from the disk without the network
/// ```
public final class UnimplementedScheduler: Scheduler {
    /// The name for reports.
    public let name: String
    private let fail: @Sendable (String) -> Void

    /// Creates a scheduler that calls `fail` on the caller's thread at each use.
    ///
    /// It drops the work.
    public init(name: String = "unused", fail: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.fail = fail
    }

    /// The moment zero; reading it is a failure.
    public var now: SchedulerInstant {
        fail("the clock of scheduler '\(name)', which must not be used, was read")
        return SchedulerInstant(nanoseconds: 0)
    }

    /// Always `false`: no work runs here.
    public var isCurrent: Bool { false }

    /// Always `false`: no work runs here.
    public var isRunByCaller: Bool { false }

    /// Always empty.
    public var backlog: Backlog { .none }

    /// Reports a failure, and refuses the item.
    public func post(_ item: consuming WorkItem) -> PostResult {
        refuse(item)
        return .shutDown
    }

    /// Reports a failure, and returns work that counts as cancelled.
    public func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        refuse(item)
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        _ = work.take()
        return work
    }

    private func refuse(_ item: borrowing WorkItem) {
        let place = item.provenance.map { " from \($0)" } ?? ""
        fail("work was posted\(place) to scheduler '\(name)', which must not be used")
    }
}
