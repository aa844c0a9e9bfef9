import Scheduling

/// The storage of one service in one scope, without its type.
protocol AnyServiceSlot: AnyObject, Sendable {
    /// Makes the service on its scheduler, if it does not exist.
    func make() async throws(BoundError)

    /// Stops the service on its scheduler, and calls `ended` there.
    func stop(ended: @escaping @Sendable () -> Void)

    /// Releases the service on its scheduler, and calls `released` there.
    func release(_ released: @escaping @Sendable () -> Void)
}
