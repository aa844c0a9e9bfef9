public import Scheduling

extension Signal where Value: Sendable {
    /// Returns a handle to this signal that may cross to other schedulers.
    ///
    /// Its home is the current scheduler. Traps outside of any scheduler.
    public func bound() -> BoundSignal<Value, Failure> {
        guard let home = Schedulers.current else {
            preconditionFailure(
                "a signal can be bound on a scheduler only, not on a foreign thread")
        }
        let box = IsolatedBox(self, of: home)
        return BoundSignal(home: home) { use in
            let start: @Sendable (Bool) -> Void = { isRun in
                guard isRun else { return use(nil) }
                if let signal = box.contentOnScheduler { use(.success(signal)) }
            }
            guard home.isCurrent else {
                return .init(home.post(runOrSkip: start, provenance: nil))
            }
            start(true)
            return .accepted
        }
    }

    /// Returns the events on `scheduler`, on which the result must be subscribed to.
    ///
    /// The home scheduler is the current one.
    @inlinable
    public func deliver(
        on scheduler: any Scheduler, capacity: Int = .max,
        overflow: Overflow<Value, Failure> = .wait,
        file: StaticString = #fileID, line: UInt = #line
    ) -> sending Signal {
        bound().deliver(
            on: scheduler, capacity: capacity, overflow: overflow, file: file, line: line)
    }
}
