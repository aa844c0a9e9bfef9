extension Signal {
    /// Subscribes to the signal, which starts its work.
    ///
    /// ```swift
    /// pages.observe { show($0) } ended: { close($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - value: called with each value.
    ///   - ended: called with the terminal event; not called after disposal.
    ///   - file: the file that traces and `SubscriptionTracker.subscriptions` show.
    ///   - line: the line that they show.
    /// - Returns: a token that ends the subscription without an event; it may be dropped.
    @inlinable
    @discardableResult
    public func observe(
        _ value: @escaping (Value) -> Void, ended: @escaping (Completion<Failure>) -> Void,
        file: StaticString = #fileID, line: UInt = #line,
        isolation: isolated (any Actor)? = #isolation
    ) -> Disposable {
        let lifetime = Disposable(ofSubscription: (), of: isolation)
        observe(on: lifetime, at: SourceLine(file, line), value, ended)
        return lifetime
    }

    /// Subscribes to the signal until `owner` ends, at the latest.
    ///
    /// An object that keeps its `owner` in a property does not have to manage its subscriptions one
    /// by one. Unlike the token that `observe` returns, the owner exists already when events arrive
    /// at once.
    @inlinable
    public func observe(
        within owner: Disposable, _ value: @escaping (Value) -> Void,
        ended: @escaping (Completion<Failure>) -> Void,
        file: StaticString = #fileID, line: UInt = #line,
        isolation: isolated (any Actor)? = #isolation
    ) {
        let lifetime = Disposable(ofSubscription: (), of: isolation)
        owner.add(lifetime)
        observe(on: lifetime, at: SourceLine(file, line), value, ended)
    }

    /// Subscribes to the signal, with a closure for each kind of event.
    ///
    /// The failure has to be handled:
    ///
    /// ```swift
    /// pages.observe { show($0) } failed: { report($0) }
    /// ```
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public func observe(
        _ value: @escaping (Value) -> Void, failed: @escaping (Failure) -> Void,
        completed: @escaping () -> Void = {}, file: StaticString = #fileID, line: UInt = #line,
        isolation: isolated (any Actor)? = #isolation
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

    /// Rejects an observer without a failure handler: the signal can fail.
    @available(
        *, unavailable,
        message: """
            the signal can fail: add 'failed: { … }' or 'ended: { … }', or remove the failure with \
            'catch'
            """
    )
    @discardableResult
    public func observe(_ value: @escaping (Value) -> Void) -> Disposable {
        fatalError("the compiler rejects this call")
    }

    /// Rejects an observer without a failure handler: the signal can fail.
    @available(
        *, unavailable,
        message: "the signal can fail: add 'ended: { … }', or remove the failure with 'catch'"
    )
    public func observe(within owner: Disposable, _ value: @escaping (Value) -> Void) {
        fatalError("the compiler rejects this call")
    }
}

extension Signal where Failure == Never {
    /// Subscribes to the signal, which cannot fail.
    @inlinable
    @discardableResult
    public func observe(
        _ value: @escaping (Value) -> Void, completed: @escaping () -> Void = {},
        file: StaticString = #fileID, line: UInt = #line,
        isolation: isolated (any Actor)? = #isolation
    ) -> Disposable {
        let lifetime = Disposable(ofSubscription: (), of: isolation)
        observe(on: lifetime, at: SourceLine(file, line), value, completed: completed)
        return lifetime
    }

    /// Subscribes to the signal, which cannot fail, until `owner` ends, at the latest.
    @inlinable
    public func observe(
        within owner: Disposable, _ value: @escaping (Value) -> Void,
        completed: @escaping () -> Void = {}, file: StaticString = #fileID, line: UInt = #line,
        isolation: isolated (any Actor)? = #isolation
    ) {
        let lifetime = Disposable(ofSubscription: (), of: isolation)
        owner.add(lifetime)
        observe(on: lifetime, at: SourceLine(file, line), value, completed: completed)
    }
}
