public import Scheduling

/// The hot, imperative end: sends what it is told to whoever is subscribed at that moment.
///
/// ```
/// subject   --1--2-----3--|
/// early     --1--2-----3--|
/// late            ^----3--|
/// ```
///
/// A value that is sent during a delivery is delivered after it, to all observers that were
/// subscribed when it was sent, so that everybody sees the same order. When the subject itself is
/// released, nobody can send any more, and its subscriptions end without an event.
///
/// A subject that was made on a scheduler belongs there: a debug build stops whoever uses it elsewhere. Its subscriptions end there,
/// wherever its last reference dies.
///
/// Cost: a send is one call for each observer and takes no memory; subscribing and unsubscribing
/// take constant time on average, with any number of observers.
public final class Subject<Value, Failure: Error> {  // not @Schedulable: made anywhere
    @usableFromInline let hub: Hub<Value, Failure>

    /// A subject without subscribers.
    public init() {
        hub = Hub()
    }

    /// A subject that gives its last `count` values to those who subscribe later, and then its end, if it has ended.
    ///
    /// ```
    /// subject   --1--2--3-----4--|
    /// late               23---4--|     (count 2)
    /// later                         34|
    /// ```
    ///
    /// A value that is sent during a delivery counts from then on: who subscribes before its turn gets it at once. The values are kept
    /// until the subject and its signals are released, after the end too.
    public init(replaying count: Int) {
        precondition(count > 0, "a replay needs at least one value; without any it is Subject()")
        hub = Hub(replaying: count)
    }

    deinit {
        hub.atHome { $0.abandon() }
    }

    /// The subject's events, from the moment of subscription on; after the end, just the end.
    ///
    /// What the subject replays comes first.
    @inlinable
    public var signal: Signal<Value, Failure> {
        Signal(above: nil) { [hub] sink in
            hub.pin.check(Subject.self, .signal, "signal")
            hub.add(sink)
        }
    }

    /// How many subscriptions there are at present.
    public var observerCount: Int { hub.observerCount }

    /// Sends a value to the present subscribers.
    @inlinable
    public func send(_ value: Value) {
        hub.pin.check(Subject.self, .call, "send(_:)")
        hub.send(value)
    }

    /// Ends the signal for all subscribers, present and later.
    public func end(_ completion: Completion<Failure>) {
        hub.pin.check(Subject.self, .call, "end(_:)")
        hub.end(completion)
    }

    /// Ends the signal with an error.
    public func fail(_ error: Failure) { end(.failed(error)) }

    /// Ends the signal.
    public func complete() { end(.completed) }
}

extension Subject where Value == Void {
    /// Tells the present subscribers that it happened.
    @inlinable
    public func send() { send(()) }
}
