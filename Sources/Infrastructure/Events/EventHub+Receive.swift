public import Scheduling
public import Signals

extension EventHub {
    /// Registers a receiver of one type of event, on the caller's scheduler.
    ///
    /// The registration does not keep the receiver alive. It ends at the next event after the
    /// receiver's release, or at once with `owner`. An error that `body` throws is counted and
    /// logged; the poster and other receivers continue.
    ///
    /// - Parameters:
    ///   - event: the type of event.
    ///   - receiver: the object that receives the events.
    ///   - home: the caller's scheduler, to which the receiver belongs.
    ///   - owner: ends the registration when it ends or is released.
    ///   - limit: how many events may wait, and what happens to the next one.
    ///   - body: called with each event, on the caller's scheduler.
    /// - Returns: a token that ends the registration; it may be dropped.
    @discardableResult
    public func receive<E: Event, Receiver: AnyObject>(
        _ event: E.Type, by receiver: Receiver, in home: SchedulerIsolation,
        within owner: Disposable? = nil, limit: EventLimit<E> = .none,
        _ body: @escaping (Receiver, E) throws -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        ModuleUses.note(.receives, E.self, file, line)
        return register(receiver, home, "\(E.name)", within: owner, LimitedQueue(limit)) {
            receiver, event in
            try Self.pass(event) { event in try body(receiver, event) }
        } adding: {
            $0.add($1, of: event)
        }
    }

    /// Registers a receiver of all events that match a pattern, on the caller's scheduler.
    ///
    /// ```swift
    /// hub.receive(matching: "account.*", by: tracker, in: home) { tracker, event in
    ///     tracker.count("\(type(of: event).name)")
    /// }
    /// ```
    ///
    /// It behaves like `receive(_:by:in:within:limit:_:)`.
    @discardableResult
    public func receive<Receiver: AnyObject>(
        matching pattern: EventPattern, by receiver: Receiver, in home: SchedulerIsolation,
        within owner: Disposable? = nil, limit: EventLimit<any Event> = .none,
        _ body: @escaping (Receiver, any Event) throws -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        ModuleUses.note(.receives, pattern: "\(pattern)", file, line)
        return register(
            receiver, home, "\(pattern)", within: owner, LimitedQueue(limit), body
        ) {
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
        _ body: @escaping @Sendable (Service, E) throws -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        ModuleUses.note(.receives, E.self, file, line)
        register(service, "\(E.name)", LimitedQueue(limit)) { service, event in
            try Self.pass(event) { event in try body(service, event) }
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
        _ body: @escaping @Sendable (Service, any Event) throws -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        ModuleUses.note(.receives, pattern: "\(pattern)", file, line)
        register(service, "\(pattern)", LimitedQueue(limit), body) { $0.add($1, of: pattern) }
    }

    private func register<Receiver: AnyObject>(
        _ receiver: Receiver, _ home: SchedulerIsolation, _ events: String,
        within owner: Disposable?, _ queue: LimitedQueue?,
        _ body: @escaping (Receiver, any Event) throws -> Void,
        adding add: (EventDirectory, EventReceiver) -> Void
    ) -> Disposable {
        let scheduler = home.scheduler(for: "receive")
        directory.prune(on: scheduler)
        let token = Disposable()
        let registration = EventReceiver(
            of: events, in: directory, through: directory.outlet(to: scheduler), queue,
            ObjectHandler(receiver, body, token: token), token: token)
        add(directory, registration)
        let id = ObjectIdentifier(token)
        token.add { [weak directory] in directory?.endRegistration(of: id) }
        owner?.add(token)
        return token
    }

    private func register<Service>(
        _ service: SchedulerBound<Service>, _ events: String, _ queue: LimitedQueue?,
        _ body: @escaping @Sendable (Service, any Event) throws -> Void,
        adding add: (EventDirectory, EventReceiver) -> Void
    ) {
        directory.prune(on: service.scheduler)
        let registration = EventReceiver(
            of: events, in: directory, through: directory.outlet(to: service.scheduler), queue,
            EventServiceHandler(service, body))
        add(directory, registration)
    }

    /// Passes an event of the type `E` to `body`.
    ///
    /// The comparison of the types costs a tenth of a cast, which looks for conformances, too.
    private static func pass<Posted: Event, E: Event>(
        _ event: Posted, to body: (E) throws -> Void
    ) rethrows {
        guard Posted.self == E.self else { return }
        try body(unsafeBitCast(event, to: E.self))  // unsafe: the types are the same
    }
}
