public import Scheduling

/// The receiving end of one subscription, for the code that produces its events.
///
/// The grammar is `value* (failed | completed)?`: events after the end, or after disposal, are
/// dropped.
///
/// An observer is confined to the scheduler of the subscription. A debug build reports its use on
/// another one. Its last reference may be released on any thread; the end that this causes happens
/// on the scheduler of the subscription.
///
/// A producer may keep an observer for any time: the closures downstream are released at the end.
/// When the producer drops the observer without an end, the subscription is over, since no event
/// can come.
public final class Observer<Value, Failure: Error>: SinkHolder {  // not @Schedulable: made anywhere
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) @usableFromInline var sink: Sink<Value, Failure>?
    @usableFromInline let lifetime: Disposable
    @usableFromInline let home: IsolationDomain

    @inlinable
    init(_ sink: Sink<Value, Failure>) {
        lifetime = sink.lifetime
        home = lifetime.currentHome
        guard lifetime.isLive else { return }
        self.sink = sink
        lifetime.add(self)
    }

    // The subscription ends, even if the lifetime is kept elsewhere, since no event can come.
    deinit {
        guard sink != nil else { return }
        if home.isHereAtRelease { return lifetime.tearDown() }
        home.post { [lifetime, sink = sink.take()] in
            lifetime.tearDown()
            withExtendedLifetime(sink) {}
        }
    }

    /// Whether the subscription is over, so that the producer can stop.
    public var isDisposed: Bool { !lifetime.isLive }

    /// Sends a value.
    @inlinable
    public func send(_ value: Value) {
        home.check(Observer.self, .call, "send(_:)")
        sink?.send(value)
    }

    /// Ends the signal with an error.
    @inlinable
    public func fail(_ error: Failure) {
        end(.failed(error))
    }

    /// Ends the signal.
    @inlinable
    public func complete() {
        end(.completed)
    }

    /// Ends the signal with a terminal event of either kind.
    @inlinable
    public func end(_ completion: Completion<Failure>) {
        home.check(Observer.self, .call, "end(_:)")
        sink?.end(completion)
    }

    /// Runs `action` when the subscription ends or is disposed of; at once if it is over already.
    public func onDispose(_ action: @escaping () -> Void) {
        home.check(Observer.self, .call, "onDispose(_:)")
        lifetime.add(action)
    }

    /// Disposes of `disposable` when the subscription ends or is disposed of.
    public func onDispose(_ disposable: Disposable) {
        home.check(Observer.self, .call, "onDispose(_:)")
        lifetime.add(disposable)
    }

    @usableFromInline
    func releaseSink() {
        sink = nil
    }
}
