/// The storage of one service in one scope, without its type.
protocol AnyServiceSlot: AnyObject, Sendable {
    /// Makes the service on its scheduler; `refused` is called where the scheduler has ended.
    func make(refused: @escaping @Sendable (any Error) -> Void)

    /// Starts the service on its scheduler.
    ///
    /// - Parameter ended: called with the error, if there is one; it returns whether the service
    ///   counts as started. Otherwise the service is stopped at once.
    func start(ended: @escaping @Sendable ((any Error)?) -> Bool) -> Task<Void, Never>

    /// Stops the service on its scheduler, and calls `ended` there.
    func stop(ended: @escaping @Sendable () -> Void)

    /// Releases the service on its scheduler, and calls `released` there.
    func release(_ released: @escaping @Sendable () -> Void)
}
