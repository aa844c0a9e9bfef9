import Synchronization

extension Schedulers {
    private static let refusesBlocking = Atomic(false)

    /// From now on a debug build traps where code blocks the main scheduler; in a release build this has no effect.
    ///
    /// The user interface stands still while the main scheduler is blocked. A program calls this when it has started, because
    /// `SchedulerBound.wait` is meant for the start:
    ///
    /// ```swift
    /// let feed = try assembly.wait { try $0.openFeed() }
    /// Schedulers.refuseBlockingOnMain()
    /// MainScheduler.shared.run()
    /// ```
    ///
    /// `SchedulerBound.wait` and `WorkScheduler.shutDownAndWait` are refused then, and what says so by `willBlock`.
    public static func refuseBlockingOnMain() {
        refusesBlocking.store(true, ordering: .relaxed)
    }

    /// Declares that the caller is about to block its thread: to sleep, to wait, or to read a file of unknown size.
    ///
    /// After `refuseBlockingOnMain()` a debug build traps here on the main scheduler, and on any other that does not permit
    /// blocking.
    ///
    /// - Parameter what: what blocks, for the report.
    public static func willBlock(_ what: @autoclosure () -> String) {
        assert(
            !refusesBlocking.load(ordering: .relaxed) || current?.permitsBlocking != false,
            "a blocking call on scheduler '\(current?.name ?? "")': \(what()); do it on a work scheduler"
        )
    }
}
