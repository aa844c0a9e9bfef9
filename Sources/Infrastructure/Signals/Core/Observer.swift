/// The receiving end of one subscription, handed to the code that produces its events.
///
/// The grammar is `value* (failed | completed)?`: what comes after the end, or after disposal, is
/// dropped. Confined to the scheduler of the subscription. A producer may keep an observer as long
/// as it likes: the closures downstream are released at the end. When it drops the observer without an
/// end, the subscription is over, since nothing can come any more.
public final class Observer<Value, Failure: Error>: SinkHolder {  // not @Schedulable: hand-pinned
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) private var sink: Sink<Value, Failure>?
    private let lifetime: Disposable

    init(_ sink: Sink<Value, Failure>) {
        lifetime = sink.lifetime
        guard lifetime.isLive else { return }
        self.sink = sink
        lifetime.emitter = self
    }

    // Whoever else keeps the lifetime: nothing can come any more.
    deinit {
        guard lifetime.emitter === self else { return }
        lifetime.emitter = nil
        lifetime.dispose()
    }

    /// Whether nobody listens any more; a producer stops then.
    public var isDisposed: Bool { lifetime.isDisposed }

    /// Sends a value.
    public func send(_ value: Value) {
        sink?.send(value)
    }

    /// Ends the signal with an error.
    public func fail(_ error: Failure) {
        end(.failed(error))
    }

    /// Ends the signal.
    public func complete() {
        end(.completed)
    }

    /// Ends the signal, either way.
    public func end(_ completion: Completion<Failure>) {
        sink?.end(completion)
    }

    /// Runs `action` when the subscription is over, by its end or by disposal; at once when it is.
    public func onDispose(_ action: @escaping () -> Void) {
        lifetime.add(action)
    }

    /// Disposes of `disposable` when the subscription is over, by its end or by disposal.
    public func onDispose(_ disposable: Disposable) {
        lifetime.add(disposable)
    }

    func releaseSink() {
        sink = nil
    }
}
