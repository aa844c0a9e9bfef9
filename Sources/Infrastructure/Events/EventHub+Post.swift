import Scheduling

extension EventHub {
    /// Posts an event to its receivers, from any thread.
    ///
    /// The event is queued: this does not call the receivers. It blocks the thread only if a
    /// receiver with the limit `EventLimit.wait(beyond:)` is full.
    public func post<E: Event>(
        _ event: E, file: StaticString = #fileID, line: UInt = #line
    ) {
        ModuleUses.note(.posts, E.self, file, line)
        var wait: PosterWait?
        for receiver in directory.receivers(ofPosted: E.self)
        where !receiver.accept(event, file, line) {
            if wait == nil { wait = PosterWait() }
            wait?.block(for: event, at: receiver, file, line)
        }
        wait?.block()
    }

    /// Posts an event to its receivers, from a task.
    ///
    /// The event is queued: this does not call the receivers. It suspends the task only if a
    /// receiver with the limit `EventLimit.wait(beyond:)` is full. A cancelled task does not wait:
    /// the event then exceeds the capacity, and is not lost.
    public func post<E: Event>(
        _ event: E, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line
    ) async {
        ModuleUses.note(.posts, E.self, file, line)
        var wait: PosterWait?
        for receiver in directory.receivers(ofPosted: E.self)
        where !receiver.accept(event, file, line) {
            if wait == nil { wait = PosterWait() }
            wait?.suspend(for: event, at: receiver, file, line)
        }
        await wait?.suspend()
    }
}
