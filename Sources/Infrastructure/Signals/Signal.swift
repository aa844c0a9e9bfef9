/// Values over time, then perhaps an end: `value* (failed | completed)?`.
///
/// A signal is cold: each subscription starts the work anew. It belongs to one scheduler, on which it is made, subscribed to,
/// delivered and disposed of, without a lock; a `BoundSignal` is the handle that crosses.
public struct Signal<Value, Failure: Error> {
    private let start: (Observer<Value, Failure>) -> Void

    /// A signal that runs `start` for each subscription; `start` sends events to its observer and adds what ends the work by `onDispose`.
    public init(_ start: @escaping (Observer<Value, Failure>) -> Void) {
        self.start = start
    }

    /// Starts the work.
    ///
    /// - Parameters:
    ///   - value: gets each value.
    ///   - ended: gets the end; not called after disposal.
    /// - Returns: what ends the subscription without an event.
    @discardableResult
    public func observe(
        _ value: @escaping (Value) -> Void, ended: @escaping (Completion<Failure>) -> Void
    ) -> Disposable {
        let observer = Observer<Value, Failure>(value, ended)
        start(observer)
        return observer.disposable
    }
}

extension Signal where Failure == Never {
    /// Starts the work; there is no error to handle.
    @discardableResult
    public func observe(_ value: @escaping (Value) -> Void) -> Disposable {
        observe(value, ended: { _ in })
    }
}
