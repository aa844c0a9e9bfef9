extension Signal {
    /// Starts the work.
    ///
    /// ```swift
    /// pages.observe { show($0) } ended: { close($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - value: gets each value.
    ///   - ended: gets the end; not called after disposal.
    ///   - file: the file that traces and `SignalCensus.subscriptions` show.
    ///   - line: the line that they show.
    /// - Returns: what ends the subscription without an event; it may be dropped.
    @inlinable
    @discardableResult
    public func observe(
        _ value: @escaping (Value) -> Void, ended: @escaping (Completion<Failure>) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let lifetime = Disposable(ofSubscription: ())
        observe(on: lifetime, at: SourceLine(file, line), value, ended)
        return lifetime
    }

    /// Starts the work, which ends with `owner` at the latest.
    ///
    /// An object that keeps its `owner` in a property need not think of its subscriptions again.
    /// Unlike the token that `observe` returns, the owner is there already when events arrive at
    /// once.
    @inlinable
    public func observe(
        within owner: Disposable, _ value: @escaping (Value) -> Void,
        ended: @escaping (Completion<Failure>) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let lifetime = Disposable(ofSubscription: ())
        owner.add(lifetime)
        observe(on: lifetime, at: SourceLine(file, line), value, ended)
    }

    /// Starts the work, with a closure for each kind of event; the failure has to be handled.
    ///
    /// ```swift
    /// pages.observe { show($0) } failed: { report($0) }
    /// ```
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public func observe(
        _ value: @escaping (Value) -> Void, failed: @escaping (Failure) -> Void,
        completed: @escaping () -> Void = {}, file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        observe(
            value,
            ended: { completion in
                switch completion {
                case .completed: completed()
                case .failed(let error): failed(error)
                }
            }, file: file, line: line)
    }

    /// Refuses an observer without a failure handler: the signal can fail.
    @available(
        *, unavailable,
        message:
            "the signal can fail: add 'failed: { … }' or 'ended: { … }', or remove the failure with 'catch'"
    )
    @discardableResult
    public func observe(_ value: @escaping (Value) -> Void) -> Disposable {
        fatalError("unavailable")
    }

    /// Refuses an observer without a failure handler: the signal can fail.
    @available(
        *, unavailable,
        message: "the signal can fail: add 'ended: { … }', or remove the failure with 'catch'"
    )
    public func observe(within owner: Disposable, _ value: @escaping (Value) -> Void) {
        fatalError("unavailable")
    }
}

extension Signal where Failure == Never {
    /// Starts the work; there is no error to handle.
    @inlinable
    @discardableResult
    public func observe(
        _ value: @escaping (Value) -> Void, completed: @escaping () -> Void = {},
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        observe(value, ended: { _ in completed() }, file: file, line: line)
    }

    /// Starts the work, which ends with `owner` at the latest; there is no error to handle.
    @inlinable
    public func observe(
        within owner: Disposable, _ value: @escaping (Value) -> Void,
        completed: @escaping () -> Void = {}, file: StaticString = #fileID, line: UInt = #line
    ) {
        observe(within: owner, value, ended: { _ in completed() }, file: file, line: line)
    }
}
