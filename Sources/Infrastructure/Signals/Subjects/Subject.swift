public import Scheduling

/// A hot signal whose owner sends the events: `send` reaches the current subscribers.
///
/// It turns events that happen anyway, such as key presses or notifications, into a signal:
///
/// ```swift
/// let clicks = Subject<Int, Never>()
/// clicks.signal.filter { $0 > 1 }.observe { print("click \($0)") }
/// clicks.send(1)
/// clicks.send(2)      // prints "click 2"
/// ```
///
/// Keep a subject private, and publish its `signal`. For work that a subscription starts, use
/// `Signal { observer in … }`; for state, a `MutableProperty`.
///
/// ```
/// subject   --1--2-----3--|
/// early     --1--2-----3--|
/// late            ^----3--|
/// ```
///
/// A value is delivered when `send` returns, on the scheduler of the caller, which is that of the
/// subject. A value that is sent during a delivery is delivered after it, to all observers that
/// were subscribed when it was sent, so that all observers see the same order. When the subject
/// itself is released, its subscriptions end without an event.
///
/// A subject that was made on a scheduler belongs there: a debug build reports its use on another
/// one. Its subscriptions end there, wherever its last reference is released.
///
/// Cost: a send is one call for each observer and takes no memory. Subscribing and unsubscribing
/// take constant time on average, with any number of observers.
public final class Subject<Value, Failure: Error> {  // not @Schedulable: made anywhere
    @usableFromInline let observerList: ObserverList<Value, Failure>

    /// Creates a subject without subscribers.
    public init() {
        observerList = ObserverList()
    }

    /// Creates a subject that sends its last `count` values to later subscribers.
    ///
    /// If it has ended, the terminal event follows them:
    ///
    /// ```
    /// subject   --1--2--3-----4--|
    /// late               23---4--|     (count 2)
    /// later                         34|
    /// ```
    ///
    /// A value that is sent during a delivery is kept from that moment on: an observer that
    /// subscribes before the value's turn gets it at once. The values are kept until the subject
    /// and its signals are released, even after the end.
    ///
    /// - Parameter count: the number of values to replay, at least 1.
    public init(replaying count: Int) {
        precondition(count > 0, "a replay needs at least one value: use Subject() for none")
        observerList = ObserverList(replaying: count)
    }

    deinit {
        observerList.onHomeScheduler { $0.abandon() }
    }

    /// The subject's events from the subscription on; after the end, only the terminal event.
    ///
    /// Replayed values come first.
    @inlinable
    public var signal: Signal<Value, Failure> {
        Signal(above: nil) { [observerList] sink in
            observerList.pin.check(Subject.self, .signal, "signal")
            observerList.add(sink)
        }
    }

    /// The number of current subscriptions.
    public var observerCount: Int { observerList.observerCount }

    /// Sends a value to the current subscribers; without effect after the end.
    @inlinable
    public func send(_ value: Value) {
        observerList.pin.check(Subject.self, .call, "send(_:)")
        observerList.send(value)
    }

    /// Ends the signal for all subscribers, present and future.
    public func end(_ completion: Completion<Failure>) {
        observerList.pin.check(Subject.self, .call, "end(_:)")
        observerList.end(completion)
    }

    /// Ends the signal with an error.
    public func fail(_ error: Failure) { end(.failed(error)) }

    /// Ends the signal.
    public func complete() { end(.completed) }
}

extension Subject where Value == Void {
    /// Sends the event to the current subscribers.
    @inlinable
    public func send() { send(()) }
}
