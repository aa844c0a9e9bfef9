import Logging
public import Scheduling

extension BoundSignal {
    /// Starts the signal, and passes its values to `service` on the service's scheduler.
    ///
    /// It may be called from anywhere. The subscription does not keep the service. It ends with the
    /// service, even while the signal is quiet: when the service's handle is released, or when the
    /// service's scheduler is shut down. A service under construction gets the values once it is
    /// built. Without `ended`, a failure is logged as an error, as is a service that could not be
    /// built.
    public func deliver<Service>(
        to service: SchedulerBound<Service>, capacity: Int = .max,
        overflow: Overflow<Value, Failure> = .wait,
        _ value: @escaping @Sendable (Service, Value) -> Void,
        ended: (@Sendable (Service, Completion<Failure>) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let (slot, scheduler) = (service.slot, service.scheduler)
        let postResult = service.deliver(
            { [self] result in
                if case .failure(let error) = result { return logAbsence(error) }
                let lifetime = Disposable(ofSubscription: ())
                slot.subscriptions.add(lifetime)
                deliver(
                    in: SchedulerIsolation(scheduler), capacity: capacity, overflow: overflow,
                    file: file, line: line
                ).observe(
                    on: lifetime, at: SourceLine(file, line),
                    { if let service = slot.service { value(service, $0) } },
                    { completion in
                        guard let service = slot.service else { return }
                        if let ended { return ended(service, completion) }
                        guard case .failed(let error) = completion else { return }
                        Logger(label: "signals")
                            .error("\(Service.self) ignored the error: \(error)")
                    })
            }, file, line)
        if let error = service.refusal(postResult) { logAbsence(error) }
    }
}

extension Signal where Failure == Never, Value: Sendable {
    /// Passes each value to a service on another scheduler, until the signal or service is gone.
    ///
    /// The binding does not keep the service.
    ///
    /// - Parameter home: the caller's scheduler, on which the binding ends.
    @discardableResult
    public func bind<Service>(
        to service: SchedulerBound<Service>, in home: SchedulerIsolation,
        _ set: @escaping @Sendable (Service, Value) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let home = home.scheduler(for: "bind")
        let (slot, scheduler) = (service.slot, service.scheduler)
        let lifetime = Disposable(ofSubscription: ())
        let binding = IsolatedBox({ [weak lifetime] in lifetime?.dispose() }, of: home)
        let unbind: @Sendable () -> Void = {
            home.schedule(atShutdown: .always) { binding.contentOnScheduler?() }
        }
        let receiving = RemoteLifetime(on: scheduler)
        lifetime.add { receiving.dispose() }
        let homeEnding = home.scheduleAtEnd { binding.contentOnScheduler?() }
        lifetime.add { homeEnding.cancel() }
        let postResult = service.deliver(
            { result in
                switch result {
                case .failure(let error):
                    logAbsence(error)
                    unbind()
                case .success:
                    guard let reception = receiving.begin() else { return }
                    reception.add(unbind)
                    slot.subscriptions.add(reception)
                }
            }, file, line)
        if let error = service.refusal(postResult) {
            logAbsence(error)
            lifetime.dispose()
        }
        observe(
            on: lifetime, at: SourceLine(file, line),
            { [weak lifetime, weak service] value in
                let postResult = service?.schedule { set($0, value) }
                if postResult == nil || postResult == .shutDown { lifetime?.dispose() }
            }, { _ in })
        return lifetime
    }
}

extension BoundSlot {
    /// The subscriptions of the service as a receiver, on its scheduler; they end with the service.
    fileprivate var subscriptions: Disposable {
        if let owner = companion as? Disposable { return owner }
        let owner = Disposable()
        companion = owner
        return owner
    }
}

/// Logs the absence of a receiver, unless it was released: that only ends the subscription.
private func logAbsence(_ error: BoundError) {
    guard error.code != .serviceGone else { return }
    Logger(label: "signals").error("a signal has no receiver: \(error)")
}
