/// A bound signal is observed where it is delivered. These declarations only tell a caller what to write instead.
extension BoundSignal {
    /// Refuses an observer: the signal lives on another scheduler.
    @available(
        *, unavailable,
        message:
            "deliver the signal first: deliver(to: receiver) { … } or deliver(on: scheduler).observe { … }"
    )
    @discardableResult
    public func observe(_ value: @escaping (Value) -> Void) -> Disposable {
        fatalError("unavailable")
    }

    /// Refuses an observer: the signal lives on another scheduler.
    @available(
        *, unavailable,
        message:
            "deliver the signal first: deliver(to: receiver) { … } or deliver(on: scheduler).observe { … }"
    )
    @discardableResult
    public func observe(
        _ value: @escaping (Value) -> Void, ended: @escaping (Completion<Failure>) -> Void
    ) -> Disposable {
        fatalError("unavailable")
    }

    /// Refuses an operator: the signal lives on another scheduler.
    @available(
        *, unavailable,
        message: "apply operators inside signal { … }, or behind deliver(on:)"
    )
    public func map<Output>(_ transform: @escaping (Value) -> Output) -> Signal<Output, Failure> {
        fatalError("unavailable")
    }

    /// Refuses an operator: the signal lives on another scheduler.
    @available(
        *, unavailable,
        message: "apply operators inside signal { … }, or behind deliver(on:)"
    )
    public func flatMap<Output>(
        _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Signal<Output, Failure>
    ) -> Signal<Output, Failure> {
        fatalError("unavailable")
    }
}
