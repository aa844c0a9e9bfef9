extension EventHub {
    /// Posts an event to its receivers, from any thread.
    ///
    /// No receiver runs before this returns. It blocks the thread only for a receiver that wants
    /// posters to wait (`EventLimit.wait(beyond:)`).
    public func post<E: Event>(
        _ event: E, file: StaticString = #fileID, line: UInt = #line
    ) {
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
    /// No receiver runs before this returns. It suspends the task only for a receiver that wants
    /// posters to wait (`EventLimit.wait(beyond:)`). If the task is cancelled, it does not wait;
    /// the event then exceeds the capacity and is not lost.
    public func post<E: Event>(
        _ event: E, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line
    ) async {
        var wait: PosterWait?
        for receiver in directory.receivers(ofPosted: E.self)
        where !receiver.accept(event, file, line) {
            if wait == nil { wait = PosterWait() }
            wait?.suspend(for: event, at: receiver, file, line)
        }
        await wait?.suspend()
    }
}
