public import Scheduling

extension Signal where Value: Sendable {
    /// Returns a handle to this signal that may cross to other schedulers.
    ///
    /// To deliver the events on another scheduler, pass the handle to code there:
    ///
    /// ```swift
    /// let steps = progress.signal.bound(in: home)
    /// files.schedule { home in steps.deliver(in: home).observe { note($0) } }
    /// ```
    ///
    /// - Parameter home: the caller's scheduler, to which this signal belongs.
    public func bound(in home: SchedulerIsolation) -> BoundSignal<Value, Failure> {
        let home = home.scheduler(for: "bound")
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
}
