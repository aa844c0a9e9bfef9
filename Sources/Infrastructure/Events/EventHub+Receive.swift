public import Scheduling
public import Signals

extension EventHub {
    /// Registers a receiver of one type of event, on the current scheduler.
    ///
    /// The registration does not keep the receiver. It ends when the receiver is gone, which is
    /// noticed at the next event; with `owner`, it ends at once. An error that `body` throws is
    /// counted and logged, and stops neither the poster nor other receivers. Traps outside of any
    /// scheduler.
    ///
    /// - Parameters:
    ///   - event: the type of event.
    ///   - receiver: the object that receives the events.
    ///   - owner: ends the registration when it ends or is released.
    ///   - limit: how many events may wait, and what happens to the next one.
    ///   - body: called with each event, on the current scheduler.
    /// - Returns: a token that ends the registration; it may be dropped.
    @discardableResult
    public func receive<E: Event, Receiver: AnyObject>(
        _ event: E.Type, by receiver: Receiver, within owner: Disposable? = nil,
        limit: EventLimit<E> = .none, _ body: @escaping (Receiver, E) throws -> Void
    ) -> Disposable {
        register(receiver, "\(E.name)", within: owner, LimitedQueue(limit)) { receiver, event in
            if let event = event as? E { try body(receiver, event) }
        } adding: {
            $0.add($1, of: event)
        }
    }

    /// Registers a receiver of all events that match a pattern, on the current scheduler.
    ///
    /// ```swift
    /// hub.receive(matching: "account.*", by: tracker) { tracker, event in
    ///     tracker.count("\(type(of: event).name)")
    /// }
    /// ```
    ///
    /// It behaves like `receive(_:by:within:limit:_:)`.
    @discardableResult
    public func receive<Receiver: AnyObject>(
        matching pattern: EventPattern, by receiver: Receiver, within owner: Disposable? = nil,
        limit: EventLimit<any Event> = .none,
        _ body: @escaping (Receiver, any Event) throws -> Void
    ) -> Disposable {
        register(receiver, "\(pattern)", within: owner, LimitedQueue(limit), body) {
            $0.add($1, of: pattern)
        }
    }

    /// Registers a service as a receiver of one type of event, from anywhere.
    ///
    /// `body` is called on the scheduler of the service. The registration does not keep the
    /// service, and ends at the next event after the handle has been released. Events that are
    /// posted during the construction of the service arrive after it.
    public func receive<E: Event, Service>(
        _ event: E.Type, by service: SchedulerBound<Service>, limit: EventLimit<E> = .none,
        _ body: @escaping @Sendable (Service, E) throws -> Void
    ) {
        register(service, "\(E.name)", LimitedQueue(limit)) { service, event in
            if let event = event as? E { try body(service, event) }
        } adding: {
            $0.add($1, of: event)
        }
    }

    /// Registers a service as a receiver of all events that match a pattern, from anywhere.
    ///
    /// It behaves like the registration for one type of event.
    public func receive<Service>(
        matching pattern: EventPattern, by service: SchedulerBound<Service>,
        limit: EventLimit<any Event> = .none,
        _ body: @escaping @Sendable (Service, any Event) throws -> Void
    ) {
        register(service, "\(pattern)", LimitedQueue(limit), body) { $0.add($1, of: pattern) }
    }

    private func register<Receiver: AnyObject>(
        _ receiver: Receiver, _ events: String, within owner: Disposable?, _ queue: LimitedQueue?,
        _ body: @escaping (Receiver, any Event) throws -> Void,
        adding add: (EventDirectory, EventReceiver) -> Void
    ) -> Disposable {
        guard let scheduler = Schedulers.current else {
            preconditionFailure(
                "a receiver of \(events) registers on a scheduler only, not on a foreign thread")
        }
        directory.prune(on: scheduler)
        let token = Disposable()
        let handler = EventHandler(
            state: { [weak receiver] in receiver == nil ? .gone : .ready },
            receive: { [weak receiver] in if let receiver { try body(receiver, $0) } },
            afterConstruction: { $0() }, token: token)
        let registration = EventReceiver(
            of: events, in: directory, through: directory.outlet(to: scheduler), queue, handler)
        add(directory, registration)
        token.add { [weak registration] in registration?.end() }
        owner?.add(token)
        return token
    }

    private func register<Service>(
        _ service: SchedulerBound<Service>, _ events: String, _ queue: LimitedQueue?,
        _ body: @escaping @Sendable (Service, any Event) throws -> Void,
        adding add: (EventDirectory, EventReceiver) -> Void
    ) {
        let handler = EventHandler(
            state: { [weak service] in
                guard let service else { return .gone }
                return service.slot.service == nil ? .underConstruction : .ready
            },
            receive: { [weak service] event in
                if let instance = service?.slot.service { try body(instance, event) }
            },
            // A call to a service that could not be built is counted and logged.
            afterConstruction: { [weak service] work in service?.schedule { _ in work() } })
        let registration = EventReceiver(
            of: events, in: directory, through: directory.outlet(to: service.scheduler), queue,
            handler)
        add(directory, registration)
    }
}
