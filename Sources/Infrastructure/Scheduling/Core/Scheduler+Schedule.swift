extension Scheduler {
    /// Runs `work` on this scheduler, after everything that the caller has posted before.
    ///
    /// It never runs the work at once, even when the caller is on this scheduler; `perform` does.
    /// The captures of `work` are released on this scheduler when the work has run or was skipped,
    /// and on the caller's thread when it was refused.
    ///
    /// - Parameters:
    ///   - atShutdown: what happens to the work when the scheduler is shut down before its turn.
    ///   - work: the work to run.
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public func schedule(
        atShutdown: ShutdownBehavior = .run, _ work: consuming sending @escaping () -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> PostResult {
        post(WorkItem(work, atShutdown: atShutdown, provenance: .capture(file, line)))
    }

    /// Runs `work` on this scheduler, with access to its services and its isolation domain.
    ///
    /// It behaves like `schedule` without a parameter.
    @discardableResult
    public func schedule(
        atShutdown: ShutdownBehavior = .run,
        _ work: consuming sending @escaping (SchedulerIsolation) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> PostResult {
        post(
            WorkItem(
                passingIsolation(to: work), atShutdown: atShutdown,
                provenance: .capture(file, line)))
    }

    private func passingIsolation(
        to work: sending @escaping (SchedulerIsolation) -> Void
    ) -> sending () -> Void {
        { work(SchedulerIsolation(self)) }
    }

    /// Runs `work` on this scheduler when `delay` has passed; negative delays count as zero.
    ///
    /// Releasing the returned handle does not cancel the work. Work for equal moments runs in
    /// posting order.
    ///
    /// - Parameters:
    ///   - delay: the minimum time that the work waits.
    ///   - tolerance: how much later it may run, so that several wake-ups can be one.
    ///   - atShutdown: whether a shutdown before that moment skips the work or runs it at once.
    ///   - work: the work to run.
    @discardableResult
    @_disfavoredOverload
    public func schedule(
        after delay: Duration, tolerance: Duration = .zero, atShutdown: ShutdownBehavior = .skip,
        _ work: consuming sending @escaping () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> ScheduledWork {
        post(
            WorkItem(work, atShutdown: atShutdown, provenance: .capture(file, line)),
            at: now.advanced(by: delay), tolerance: tolerance)
    }

    /// Runs `work` at once when the caller is on this scheduler and no work waits; else queues it.
    ///
    /// So `perform` keeps the order: work that any caller has posted earlier runs first. Where
    /// several schedulers are nested on one thread, only the innermost one counts as the caller's.
    @discardableResult
    @_disfavoredOverload
    public func perform(
        _ work: consuming sending @escaping () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> PostResult {
        guard isCurrent, backlog.count == 0 else { return schedule(work, file: file, line: line) }
        work()
        return .accepted
    }

    /// Releases `value` on this scheduler, also after its end; the caller holds the last reference.
    package func release<Value>(_ value: consuming Value?) {
        if value != nil, !isCurrent { _ = post(WorkItem(releasing: value)) }
    }

    /// Waits until all work that was posted before has ended or has been skipped by a shutdown.
    ///
    /// It does not wait for delayed work. An item that serves other work while it waits has not
    /// ended, so an item must not wait for this on its own scheduler.
    public func drained(file: StaticString = #fileID, line: UInt = #line) async {
        await withCheckedContinuation { continuation in
            notifyWhenDrained({ continuation.resume() }, file, line)
        }
    }

    /// Calls `notify` on this scheduler when all work that was posted before has ended.
    ///
    /// When the scheduler refuses the work, it calls `notify` on the caller's thread.
    func notifyWhenDrained(
        _ notify: @escaping @Sendable () -> Void, _ file: StaticString, _ line: UInt
    ) {
        let postResult = schedule(
            atShutdown: .always,
            {
                let isNested = WaitGraph.postpone(whileServing: self) {
                    self.notifyWhenDrained(notify, file, line)
                }
                if !isNested { notify() }
            }, file: file, line: line)
        if !postResult.isAccepted { notify() }
    }

    /// Rejects a closure at compile time: `post` takes a `WorkItem`.
    @available(
        *, unavailable, renamed: "schedule(atShutdown:_:file:line:)",
        message: "post takes a WorkItem: use schedule { … }"
    )
    public func post(_ work: () -> Void) -> PostResult {
        fatalError("the compiler rejects this call")
    }
}
