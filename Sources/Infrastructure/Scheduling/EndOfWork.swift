import Dispatch

/// The last days of a work scheduler: what came too late for its inbox, and who wants to know of the end.
struct EndOfWork {
    /// What cannot be refused and came after the inbox was closed.
    private var late: [WorkItem] = []
    /// What came before that, last first.
    private var next: [WorkItem] = []
    private var lane: DispatchQueue?
    private var listeners: [@Sendable (ShutdownReport) -> Void] = []
    private(set) var report: ShutdownReport?

    /// Takes an item that came after the inbox was closed; where the thread has ended, the answer is the lane that runs it.
    mutating func accept(_ item: inout WorkItem?, for scheduler: String) -> DispatchQueue? {
        if let item = item.take() { late.append(item) }
        guard report != nil else { return nil }
        let lane = lane ?? DispatchQueue(label: "\(scheduler), after its end")
        self.lane = lane
        return lane
    }

    /// Takes the first of the late items, in the order in which they came.
    mutating func takeLate() -> WorkItem? {
        if next.isEmpty {
            swap(&next, &late)
            next.reverse()
        }
        return next.popLast()
    }

    /// Ends it, unless there are late items; the answer is who wants to know.
    mutating func end(with report: ShutdownReport) -> [@Sendable (ShutdownReport) -> Void]? {
        guard late.isEmpty, next.isEmpty else { return nil }
        self.report = report
        defer { listeners = [] }
        return listeners
    }

    /// Adds a listener; answers with the report where it is there already.
    mutating func add(_ listener: @escaping @Sendable (ShutdownReport) -> Void) -> ShutdownReport? {
        if report == nil { listeners.append(listener) }
        return report
    }
}
