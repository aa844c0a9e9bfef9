import Synchronization

extension Schedulers {
    private static let refusesBlocking = Atomic(false)

    /// Makes a debug build trap where code blocks the main scheduler; no effect in a release build.
    ///
    /// The user interface freezes while the main scheduler is blocked. A program calls this after
    /// its start, because `SchedulerBound.wait` is meant for the start:
    ///
    /// ```swift
    /// let items = try library.wait { try $0.items() }
    /// Schedulers.refuseBlockingOnMain()
    /// MainScheduler.shared.run()
    /// ```
    ///
    /// From then on, `SchedulerBound.wait` and `WorkScheduler.shutDownAndWait` are refused on the
    /// main scheduler, and so is other code that calls `willBlock`.
    public static func refuseBlockingOnMain() {
        refusesBlocking.store(true, ordering: .relaxed)
    }

    /// Declares that the caller is about to block its thread.
    ///
    /// It precedes a sleep, a wait, or the read of a file of unknown size. After
    /// `refuseBlockingOnMain()`, a debug build traps here on the main scheduler, and on any other
    /// scheduler that does not permit blocking.
    ///
    /// - Parameter what: the operation that blocks, for the report.
    public static func willBlock(_ what: @autoclosure () -> String) {
        assert(
            !refusesBlocking.load(ordering: .relaxed) || current?.permitsBlocking != false,
            "a blocking call on scheduler '\(current?.name ?? "")': \(what()); move it to a work "
                + "scheduler"
        )
    }
}
