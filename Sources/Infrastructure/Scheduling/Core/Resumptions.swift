/// The resumptions of tasks whose calls are not made, for a test that runs all work on one thread.
package enum Resumptions {
    /// Accepts a resumption, to run it later outside of all schedulers; returns whether it does.
    package typealias Taker = @Sendable (_ resume: @escaping @Sendable () -> Void) -> Bool

    private static let taker = Guarded<Taker?>(nil)

    /// Offers all later resumptions to `newTaker`, on the threads that request them.
    package static func offer(to newTaker: @escaping Taker) { taker.withLock { $0 = newTaker } }

    /// Offers a resumption.
    ///
    /// - Returns: whether it was accepted; otherwise a global queue runs it.
    static func take(_ resume: @escaping @Sendable () -> Void) -> Bool {
        taker.withLock { $0 }?(resume) ?? false
    }
}
