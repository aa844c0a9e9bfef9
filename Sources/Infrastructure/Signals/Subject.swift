/// The hot, imperative end: sends what it is told to whoever is subscribed at that moment.
public final class Subject<Value, Failure: Error> {
    private var observers: [(id: UInt64, observer: Observer<Value, Failure>)] = []
    private var lastID: UInt64 = 0
    private var completion: Completion<Failure>?

    /// A subject without subscribers.
    public init() {}

    /// The subject's events, from the moment of subscription on; after the end, just the end.
    public var signal: Signal<Value, Failure> {
        Signal { [self] observer in
            if let completion { return observer.end(completion) }
            lastID += 1
            let id = lastID
            observers.append((id, observer))
            observer.onDispose { [weak self] in self?.observers.removeAll { $0.id == id } }
        }
    }

    /// Sends a value to the present subscribers.
    public func send(_ value: Value) {
        observers.forEach { $0.observer.send(value) }
    }

    /// Ends the signal for all subscribers, present and later.
    public func end(_ completion: Completion<Failure>) {
        guard self.completion == nil else { return }
        self.completion = completion
        let observers = observers
        self.observers = []
        observers.forEach { $0.observer.end(completion) }
    }

    /// Ends the signal with an error.
    public func fail(_ error: Failure) { end(.failed(error)) }

    /// Ends the signal.
    public func complete() { end(.completed) }
}
