extension Schedulers {
    /// Says that the caller is about to block its thread: to sleep, wait, or read a file of unknown size.
    ///
    /// In a debug build a caller on the main scheduler is stopped here, because the user interface would stand still; in a
    /// release build nothing happens. A wait that serves the scheduler meanwhile (`SchedulerBound.wait`) does not block it.
    public static func refuseBlockingOnMain(_ what: @autoclosure () -> String) {
        assert(
            current !== MainScheduler.shared,
            "a blocking call on the main scheduler: \(what()); do it on a work scheduler")
    }
}
