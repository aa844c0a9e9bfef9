/// Declarations whose only purpose is a better message of the compiler.
///
/// A bound signal is observed where it is delivered.
extension BoundSignal {
    /// Rejects an observer: the signal belongs to another scheduler.
    @available(
        *, unavailable,
        message: """
            deliver the signal first: deliver(to: receiver, in: home) { … } or \
            deliver(in: home).observe { … }
            """
    )
    @discardableResult
    public func observe(_ value: @escaping (Value) -> Void) -> Disposable {
        fatalError("the compiler rejects this call")
    }

    /// Rejects an observer: the signal belongs to another scheduler.
    @available(
        *, unavailable,
        message: """
            deliver the signal first: deliver(to: receiver, in: home) { … } or \
            deliver(in: home).observe { … }
            """
    )
    @discardableResult
    public func observe(
        _ value: @escaping (Value) -> Void, ended: @escaping (Completion<Failure>) -> Void
    ) -> Disposable {
        fatalError("the compiler rejects this call")
    }

    /// Rejects an operator: the signal belongs to another scheduler.
    @available(
        *, unavailable,
        message: "apply operators inside signal { … }, or after deliver(in:)"
    )
    public func map<Output>(_ transform: @escaping (Value) -> Output) -> Signal<Output, Failure> {
        fatalError("the compiler rejects this call")
    }

    /// Rejects an operator: the signal belongs to another scheduler.
    @available(
        *, unavailable,
        message: "apply operators inside signal { … }, or after deliver(in:)"
    )
    public func flatMap<Output>(
        _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Signal<Output, Failure>
    ) -> Signal<Output, Failure> {
        fatalError("the compiler rejects this call")
    }
}
