public import Scheduling

extension Signal where Failure == Never {
    /// Sets `property` to each value, until either of them is gone.
    @discardableResult
    public func bind(to property: MutableProperty<Value>) -> Disposable {
        bind(to: property) { $0.value = $1 }
    }

    /// Gives each value to `receiver`, until either of them is gone; the receiver is not kept.
    @discardableResult
    public func bind<Receiver: AnyObject>(
        to receiver: Receiver, _ set: @escaping (Receiver, Value) -> Void
    ) -> Disposable {
        let lifetime = Disposable()
        attach(
            Sink(
                lifetime: lifetime, depth: 0,
                onValue: { [weak receiver, weak lifetime] value in
                    if let receiver { set(receiver, value) } else { lifetime?.dispose() }
                }, onEnd: { _ in }))
        return lifetime
    }
}

extension Signal where Failure == Never, Value: Sendable {
    /// Gives each value to a service that lives on another scheduler, until the signal ends.
    ///
    /// Values that find the service gone are dropped, and counted by its handle.
    @discardableResult
    public func bind<Service>(
        to service: SchedulerBound<Service>,
        _ set: @escaping @Sendable (Service, Value) -> Void
    ) -> Disposable {
        observe { value in service.schedule { set($0, value) } }
    }
}
