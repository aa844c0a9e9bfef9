public import Scheduling

extension LocalScope {
    /// Returns the service itself, and makes it at the first use.
    ///
    /// It traps when the service lives on another scheduler; the message names both schedulers. A
    /// thread-safe service may be used on any scheduler.
    ///
    /// - Throws: the reason why the service is unavailable, such as
    ///   `BoundError.Code.constructionFailed`.
    @inlinable
    public func here<Key: ServiceKey>(_ key: Key.Type) throws(BoundError) -> Key.Service {
        if let slot = scope.anySlot(key) as? PinnedSlot<Key>,
            let service = slot.existingHere
        {
            return service
        }
        return try scope.make(key, in: isolation)
    }

    /// Returns a thread-safe service, and makes it at the first use.
    ///
    /// - Throws: the reason why the service is unavailable.
    @inlinable
    public func here<Key: SharedServiceKey>(_ key: Key.Type) throws(BoundError) -> Key.Service {
        try scope.here(key)
    }

    /// Returns a handle to the service, which any scheduler may use.
    public func handle<Key: ServiceKey>(_ key: Key.Type) -> SchedulerBound<Key.Service> {
        scope.handle(key)
    }
}
