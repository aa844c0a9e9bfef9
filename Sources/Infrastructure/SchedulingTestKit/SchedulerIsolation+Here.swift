package import Scheduling

extension SchedulerIsolation {
    /// The isolation domain of the current scheduler, for the tests of this package.
    ///
    /// Nothing ties it to the code that uses it, so a program has no such call. Traps outside of
    /// every scheduler.
    package static var here: SchedulerIsolation {
        guard let scheduler = Schedulers.current else {
            preconditionFailure("the test is outside of every scheduler")
        }
        return SchedulerIsolation(scheduler)
    }
}
