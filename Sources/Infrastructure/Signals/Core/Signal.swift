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
    @usableFromInline let start: (Sink<Value, Failure>) -> Void
    @usableFromInline let operatorPath: OperatorPath

    /// Creates a signal that runs `start` for each subscription.
    ///
    /// `start` sends events to its observer, and adds the action that ends the work by `onDispose`.
    @inlinable
    public init(_ start: @escaping (Observer<Value, Failure>) -> Void) {
        self.init(above: nil) { sink in start(Observer(sink)) }
    }

    /// Creates an operator whose upstream has this operator path, or a source.
    ///
    /// - Parameter holdsSignals: whether a closure of the caller may keep other signals, so that
    ///   their release must be cut into pieces, too.
    @inlinable
    init(
        above upstream: OperatorPath?, holdsSignals: Bool = false,
        start: @escaping (Sink<Value, Failure>) -> Void
    ) {
        var operatorPath = upstream ?? OperatorPath()
        operatorPath.height += 1
        self.operatorPath = operatorPath
        let startsSegment = holdsSignals || operatorPath.height % Trampoline.stride == 0
        self.start = startsSegment ? Self.segmented(start) : start
    }

    @inlinable
    func observe(
        on lifetime: Disposable, at line: SourceLine, _ value: @escaping (Value) -> Void,
        _ ended: @escaping (Completion<Failure>) -> Void
    ) {
        #if DEBUG
            let record = SubscriptionRecord(operatorPath, line)
        #endif
        attach(
            Sink(
                lifetime: lifetime, depth: 0, onValue: value,
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
        attach(
            Sink(
                lifetime: lifetime, depth: 0, onValue: value,
                onEnd: { _ in
                    guard lifetime.state != .over else { return }
                    completed()
                    #if DEBUG
                        withExtendedLifetime(record) {}
                    #endif
                }))
    }

    /// Subscribes as the last act of the caller.
    @inlinable
    func subscribe(_ sink: Sink<Value, Failure>) {
        if sink.depth % Trampoline.stride == Trampoline.stride - 1 {
            subscribeDeep(sink)
        } else {
            start(sink)
        }
    }

    /// Subscribes as the last act of the caller, if the subscription is still live.
    @inlinable
    func begin(_ sink: Sink<Value, Failure>) {
        if sink.isLive { subscribe(sink) }
    }

    /// Subscribes; the work has begun when this returns.
    @inlinable
    func attach(_ sink: Sink<Value, Failure>) {
        guard sink.isLive else { return }
        if sink.lifetime.state == .deep {
            Trampoline.complete { subscribe(sink) }
        } else {
            subscribe(sink)
        }
    }

    @usableFromInline
    func subscribeDeep(_ sink: Sink<Value, Failure>) {
        let isFirst = sink.lifetime.state != .deep
        sink.lifetime.markDeep()
        let below = TrampolineSegment(sink)
        let above = Sink<Value, Failure>(
            lifetime: sink.lifetime, depth: sink.depth + 1,
            onValue: { value in Trampoline.bounce { below.content.forward(value) } },
            onEnd: { completion in Trampoline.bounce { below.content.onEnd(completion) } })
        let start = start
        // Code that subscribes below the first segment of a lifetime does not run as part of a
        // drain.
        if isFirst {
            Trampoline.complete { start(above) }
        } else {
            Trampoline.bounce { start(above) }
        }
    }

    @usableFromInline
    static func segmented(
        _ start: @escaping (Sink<Value, Failure>) -> Void
    ) -> (Sink<Value, Failure>) -> Void {
        let segment = TrampolineSegment(start)
        return { segment.content($0) }
    }
}
