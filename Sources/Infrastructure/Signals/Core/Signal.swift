/// Values over time, then perhaps a terminal event: `value* (failed | completed)?`.
///
/// A signal is the result of an operation that sends several values, reports progress, or can be
/// stopped, such as the pages of a listing. For a single value, an `async` function or
/// `SchedulerBound.run` is simpler; for state with a current value, use a `Property`.
///
/// ```swift
/// let names = photos.map(\.name).filter { !$0.isEmpty }       // nothing has started
/// let subscription = names.observe { print($0) } ended: { print($0) }
/// subscription.dispose()                                      // no event arrives from here on
/// ```
///
/// A signal is cold: each subscription starts the work again; `share()` lets several subscriptions
/// share one. A signal belongs to one scheduler, on which it is made, subscribed to, delivered and
/// disposed of, without a lock. All closures of a chain run there. To cross to another scheduler,
/// use a `BoundSignal`.
///
/// The source keeps the subscription, so the token that `observe` returns may be dropped. Cost: an
/// operator takes a closure when the signal is built and another one for each subscription; a value
/// then costs a few nanoseconds for each operator, and no memory.
///
/// Its laws are in `Documentation/SignalContract.md`.
public struct Signal<Value, Failure: Error> {
    /// Subscribes to the signal for an operator below it.
    @usableFromInline let subscribe: (Sink<Value, Failure>) -> Void
    @usableFromInline let operatorPath: OperatorPath

    /// Creates a signal that runs `start` for each subscription.
    ///
    /// `start` sends events to its observer, and adds the action that ends the work by `onDispose`.
    @inlinable
    public init(_ start: @escaping (Observer<Value, Failure>) -> Void) {
        self.init(above: nil) { sink in start(Observer(sink)) }
    }

    /// Creates an operator whose upstream has this operator path, or a source.
    @inlinable
    init(
        above upstream: OperatorPath?, subscribe: @escaping (Sink<Value, Failure>) -> Void
    ) {
        self.operatorPath = upstream ?? OperatorPath()
        self.subscribe = subscribe
    }

    @inlinable
    func observe(
        on lifetime: Disposable, at line: SourceLine, _ value: @escaping (Value) -> Void,
        _ ended: @escaping (Completion<Failure>) -> Void
    ) {
        #if DEBUG
            let record = SubscriptionRecord(operatorPath, line)
        #endif
        begin(
            Sink(
                lifetime: lifetime, onValue: value,
                onEnd: { [operatorPath] completion in
                    guard lifetime.state != .over else { return }
                    SignalTracing.arrived(completion, through: operatorPath, at: line)
                    ended(completion)
                    #if DEBUG
                        withExtendedLifetime(record) {}
                    #endif
                }))
    }

    /// Subscribes to a signal that cannot fail, so that its end needs no trace of a failure.
    @inlinable
    func observe(
        on lifetime: Disposable, at line: SourceLine, _ value: @escaping (Value) -> Void,
        completed: @escaping () -> Void
    ) where Failure == Never {
        #if DEBUG
            let record = SubscriptionRecord(operatorPath, line)
        #endif
        begin(
            Sink(
                lifetime: lifetime, onValue: value,
                onEnd: { _ in
                    guard lifetime.state != .over else { return }
                    completed()
                    #if DEBUG
                        withExtendedLifetime(record) {}
                    #endif
                }))
    }

    /// Subscribes to the signal, if the subscription is still live.
    @_transparent
    @usableFromInline
    func begin(_ sink: Sink<Value, Failure>) {
        if sink.isLive { subscribe(sink) }
    }
}
