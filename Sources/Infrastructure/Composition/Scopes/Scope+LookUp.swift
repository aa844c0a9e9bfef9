public import Scheduling

extension Scope {
    /// Returns a handle to a service, from any thread; its first call makes the service.
    ///
    /// It traps when no module binds the key, when the service belongs to a narrower scope, and for
    /// a thread-safe service. The validation of the plan excludes these cases for the needs of
    /// bindings.
    @inlinable
    public func handle<Key: ServiceKey>(_ key: Key.Type) -> SchedulerBound<Key.Service> {
        if let slot = anySlot(key) as? PinnedSlot<Key> { return slot.bound }
        return makeHandle(key)
    }

    /// Returns a thread-safe service, on any thread; the first use makes it.
    ///
    /// It traps where `handle` does.
    ///
    /// - Throws: the reason why the service is unavailable, such as
    ///   `BoundError.Code.constructionFailed`.
    @inlinable
    public func here<Key: SharedServiceKey>(_ key: Key.Type) throws(BoundError) -> Key.Service {
        if let slot = anySlot(key) as? SharedSlot<Key> {
            if let service = slot.existing { return service }
            return try slot.get()
        }
        return try make(key, in: nil)
    }

    /// Returns a service of the main actor, for code of the main actor; the first use makes it.
    ///
    /// It traps where `handle` does.
    ///
    /// - Throws: the reason why the service is unavailable, such as
    ///   `BoundError.Code.constructionFailed`.
    @MainActor
    public func here<Key: MainServiceKey>(_ key: Key.Type) throws(BoundError) -> Key.Service {
        try LocalScope(self, .main).here(key)
    }

    /// Returns the storage of a service, without its type.
    @inlinable
    func anySlot<Key: ServiceKey>(_ key: Key.Type) -> any AnyObject & Sendable {
        if let number = table[ObjectIdentifier(key)], let slot = slots[number] { return slot }
        trapForMissing(key)
    }

    /// Returns a service that was not found by its storage alone.
    @usableFromInline
    func make<Key: ServiceKey>(
        _ key: Key.Type, in isolation: SchedulerIsolation?
    ) throws(BoundError) -> Key.Service {
        try slot(key).here(in: LocalScope(self, isolation))
    }

    @usableFromInline
    func makeHandle<Key: ServiceKey>(_ key: Key.Type) -> SchedulerBound<Key.Service> {
        guard let handle = slot(key).handle else {
            preconditionFailure("\(key.name) is thread-safe and has no handle: use here")
        }
        return handle
    }

    private func slot<Key: ServiceKey>(_ key: Key.Type) -> any ServiceSlot<Key.Service> {
        guard let slot = anySlot(key) as? any ServiceSlot<Key.Service> else {
            preconditionFailure("the slot of \(key.name) has another type")
        }
        return slot
    }

    @usableFromInline
    func trapForMissing(_ key: any ServiceKey.Type) -> Never {
        preconditionFailure(
            table[ObjectIdentifier(key)] == nil
                ? "no module of the program binds \(key.name)"
                : "\(key.name) belongs to the level '\(key.scope)' and was taken from \(level) "
                    + "'\(name)'")
    }
}
