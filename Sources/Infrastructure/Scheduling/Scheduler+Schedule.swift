extension Scheduler {
    /// Runs `work` on this scheduler, behind everything that the caller has posted before.
    ///
    /// Never runs it at once, even when the caller is on this scheduler already; see `perform` for that. What `work` captured is
    /// released on this scheduler when it has run or was skipped, and on the caller's thread when it was refused.
    ///
    /// - Parameter atShutdown: what becomes of the work when the scheduler is shut down before its turn.
    @inlinable
    @discardableResult
    public func schedule(
        atShutdown: ShutdownChoice = .run, _ work: consuming sending @escaping () -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Posting {
        post(WorkItem(work, atShutdown: atShutdown, provenance: .here(file, line)))
    }

    /// Runs `work` on this scheduler when `delay` has passed; negative delays count as none.
    ///
    /// Dropping the answer does not cancel the work. Work of equal moments runs in posting order.
    ///
    /// - Parameters:
    ///   - delay: how long the work waits, at least.
    ///   - tolerance: how much later it may run, where that lets several wake-ups become one.
    ///   - atShutdown: whether a shutdown before that moment skips the work, or runs it at once.
    @discardableResult
    public func schedule(
        after delay: Duration, tolerance: Duration = .zero, atShutdown: ShutdownChoice = .skip,
        _ work: consuming sending @escaping () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> ScheduledWork {
        post(
            WorkItem(work, atShutdown: atShutdown, provenance: .here(file, line)),
            at: now.advanced(by: delay), tolerance: tolerance)
    }

    /// Runs `body` on this scheduler for each of `elements`, in one item: one allocation and one wake-up for all of them.
    @discardableResult
    public func schedule<Element>(
        each elements: consuming sending [Element],
        _ body: consuming sending @escaping (Element) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Posting {
        post(WorkItem(body, forEach: elements, provenance: .here(file, line)))
    }

    /// Runs `work` at once when the caller is on this scheduler and nothing waits there, else behind what waits.
    ///
    /// So `perform` never overtakes: what anybody has posted before runs before. Where several schedulers are nested on one
    /// thread, each answers for itself, and only the innermost counts as the caller's.
    @discardableResult
    public func perform(
        _ work: consuming sending @escaping () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Posting {
        guard isCurrent, backlog.count == 0 else { return schedule(work, file: file, line: line) }
        work()
        return .accepted
    }

    /// Releases `value` on this scheduler, also after its end; for one who holds the last reference to it.
    package func release<Value>(_ value: consuming Value?) {
        if value != nil, !isCurrent { _ = post(WorkItem(releasing: value)) }
    }

    /// Waits until everything that was posted before has ended, or has been skipped by a shutdown; delayed work is not waited for.
    ///
    /// An item that serves other work while it waits has not ended, so an item must not wait for this on its own scheduler.
    public func drained(file: StaticString = #fileID, line: UInt = #line) async {
        await withCheckedContinuation { continuation in
            notifyWhenDrained({ continuation.resume() }, file, line)
        }
    }

    /// Calls `notify` on this scheduler when everything that was posted before has ended; on the caller's thread when refused.
    func notifyWhenDrained(
        _ notify: @escaping @Sendable () -> Void, _ file: StaticString, _ line: UInt
    ) {
        let posting = schedule(
            atShutdown: .always,
            {
                let isNested = WaitGraph.postpone(whileServing: self) {
                    self.notifyWhenDrained(notify, file, line)
                }
                if !isNested { notify() }
            }, file: file, line: line)
        if !posting.isAccepted { notify() }
    }

    /// Refuses a closure: `post` takes a `WorkItem`.
    @available(
        *, unavailable, renamed: "schedule(atShutdown:_:file:line:)",
        message: "post takes a WorkItem: use schedule { … }"
    )
    public func post(_ work: () -> Void) -> Posting { fatalError("unavailable") }
}
