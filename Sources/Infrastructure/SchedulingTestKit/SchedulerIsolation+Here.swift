package import Scheduling

extension SchedulerIsolation {
    /// The isolation domain of the current scheduler, for the tests of this package.
    ///
    /// Nothing ties it to the code that uses it, so a program has no such call. Outside of every
    /// scheduler it is the domain of a scheduler without work, where nothing can begin.
    package static var here: SchedulerIsolation {
        SchedulerIsolation(Schedulers.current ?? VirtualScheduler(name: "none"))
    }
}
