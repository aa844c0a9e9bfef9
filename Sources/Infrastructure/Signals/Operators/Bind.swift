extension Signal where Failure == Never {
    /// Sets `property` to each value, until the signal ends or the property is released.
    @discardableResult
    public func bind(
        to property: MutableProperty<Value>, file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        bind(to: property, { $0.value = $1 }, file: file, line: line)
    }

    /// Passes each value to `receiver`, until the signal ends or the receiver is released.
    ///
    /// The binding does not keep the receiver. The release of a receiver is noticed with the next
    /// value.
    ///
    /// - Parameter owner: ends the binding at once when it ends or is released: a `Disposable` that
    ///   the receiver keeps in a property.
    @discardableResult
    public func bind<Receiver: AnyObject>(
        to receiver: Receiver, within owner: Disposable? = nil,
        _ set: @escaping (Receiver, Value) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let lifetime = Disposable(ofSubscription: ())
        owner?.add(lifetime)
        observe(
            on: lifetime, at: SourceLine(file, line),
            { [weak receiver, weak lifetime] value in
                if let receiver { set(receiver, value) } else { lifetime?.tearDown() }
            }, { _ in })
        return lifetime
    }
}
