extension Schedulers {
    /// Says that the caller is about to block its thread: to sleep, wait, or read a file of unknown size.
    ///
    /// In a debug build this traps on the main scheduler, and on any other that does not permit blocking, because the user interface
    /// would stand still. In a release build it does nothing. `SchedulerBound.wait` serves the scheduler and does not count.
    public static func refuseBlockingOnMain(_ what: @autoclosure () -> String) {
        assert(
            current?.permitsBlocking != false,
            "a blocking call on scheduler '\(current?.name ?? "")': \(what()); do it on a work scheduler"
        )
    }
}
