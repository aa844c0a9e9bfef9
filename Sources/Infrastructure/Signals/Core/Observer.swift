public import Scheduling

/// The receiving end of one subscription, handed to the code that produces its events.
///
/// The grammar is `value* (failed | completed)?`: what comes after the end, or after disposal, is
/// dropped. Confined to the scheduler of the subscription: a debug build stops whoever uses it elsewhere, and the end that its
/// release brings about happens there, wherever the last reference dies. A producer may keep an observer as long
/// as it likes: the closures downstream are released at the end. When it drops the observer without an
/// end, the subscription is over, since nothing can come any more.
public final class Observer<Value, Failure: Error>: SinkHolder {  // not @Schedulable: made anywhere
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) @usableFromInline var sink: Sink<Value, Failure>?
    @usableFromInline let lifetime: Disposable
    @usableFromInline let home: Home

    @inlinable
    init(_ sink: Sink<Value, Failure>) {
        lifetime = sink.lifetime
        home = lifetime.currentHome
        guard lifetime.isLive else { return }
        self.sink = sink
        lifetime.add(self)
    }

    // Whoever else keeps the lifetime: nothing can come any more.
    deinit {
        guard sink != nil else { return }
        if home.isHere { return lifetime.tearDown() }
        home.post { [lifetime, sink = sink.take()] in
            lifetime.tearDown()
            withExtendedLifetime(sink) {}
        }
    }

    /// Whether nobody listens any more; a producer stops then.
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

    /// Ends the signal, either way.
    @inlinable
    public func end(_ completion: Completion<Failure>) {
        home.check(Observer.self, .call, "end(_:)")
        sink?.end(completion)
    }

    /// Runs `action` when the subscription is over, by its end or by disposal; at once when it is.
    public func onDispose(_ action: @escaping () -> Void) {
        home.check(Observer.self, .call, "onDispose(_:)")
        lifetime.add(action)
    }

    /// Disposes of `disposable` when the subscription is over, by its end or by disposal.
    public func onDispose(_ disposable: Disposable) {
        home.check(Observer.self, .call, "onDispose(_:)")
        lifetime.add(disposable)
    }

    @usableFromInline
    func releaseSink() {
        sink = nil
    }
}
