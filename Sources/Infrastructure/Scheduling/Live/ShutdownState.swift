import Dispatch

/// The shutdown state of a work scheduler: late items, completion handlers and the report.
struct ShutdownState {
    /// Items that cannot be refused and that arrived after the inbox was closed.
    private var late: [WorkItem] = []
    /// The late items that run before those in `late`, in reverse order.
    private var next: [WorkItem] = []
    private var lateQueue: DispatchQueue?
    private var completionHandlers: [@Sendable (ShutdownReport) -> Void] = []
    private(set) var report: ShutdownReport?

    /// Takes an item that arrived after the inbox was closed.
    ///
    /// - Returns: after the end of the thread, the Dispatch queue on which the item has to run;
    ///   before it, `nil`.
    mutating func accept(_ item: inout WorkItem?, for scheduler: String) -> DispatchQueue? {
        if let item = item.take() { late.append(item) }
        guard report != nil else { return nil }
        let lateQueue = lateQueue ?? DispatchQueue(label: "\(scheduler), after its end")
        self.lateQueue = lateQueue
        return lateQueue
    }

    /// Takes the first of the late items, in order of arrival.
    mutating func takeLate() -> WorkItem? {
        if next.isEmpty {
            swap(&next, &late)
            next.reverse()
        }
        return next.popLast()
    }

    /// Ends the shutdown with `report`, unless late items wait.
    ///
    /// - Returns: the completion handlers to call; `nil` where late items wait.
    mutating func end(with report: ShutdownReport) -> [@Sendable (ShutdownReport) -> Void]? {
        guard late.isEmpty, next.isEmpty else { return nil }
        self.report = report
        defer { completionHandlers = [] }
        return completionHandlers
    }

    /// Adds a completion handler, or returns the report where the scheduler has already ended.
    mutating func add(_ handler: @escaping @Sendable (ShutdownReport) -> Void) -> ShutdownReport? {
        if report == nil { completionHandlers.append(handler) }
        return report
    }
}
