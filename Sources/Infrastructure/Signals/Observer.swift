/// The receiving end of one subscription, handed to the code that produces its events.
///
/// The grammar is `value* (failed | completed)?`: what comes after the end, or after disposal, is dropped.
/// Confined to the scheduler of the subscription.
public final class Observer<Value, Failure: Error> {
    private var onValue: ((Value) -> Void)?
    private var onEnd: ((Completion<Failure>) -> Void)?
    let disposable = Disposable()

    init(_ onValue: @escaping (Value) -> Void, _ onEnd: @escaping (Completion<Failure>) -> Void) {
        self.onValue = onValue
        self.onEnd = onEnd
        disposable.add { [weak self] in
            self?.onValue = nil
            self?.onEnd = nil
        }
    }

    /// Whether nobody listens any more; a producer stops then.
    public var isDisposed: Bool { disposable.isDisposed }

    /// Sends a value.
    public func send(_ value: Value) {
        onValue?(value)
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
        guard let onEnd else { return }
        onValue = nil
        self.onEnd = nil
        onEnd(completion)
        disposable.dispose()
    }

    /// Runs `action` when the subscription is over, by its end or by disposal.
    public func onDispose(_ action: @escaping () -> Void) {
        disposable.add(action)
    }
}
