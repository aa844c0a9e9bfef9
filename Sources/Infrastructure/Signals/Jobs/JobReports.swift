/// The pending events of a job's runs, in the order in which the runs ended.
///
/// A subscriber that gets the end of a run may start the next run. The events of that run wait
/// until the outcome of the former run has been reported.
struct JobReports<Value, Failure: Error> {
    enum Event {
        case value(Value)
        case outcome(JobOutcome<Failure>)
    }

    private var waiting: [(event: Event, run: ObjectIdentifier)] = []
    /// The runs that have ended and have not been reported.
    private var ending = FIFOQueue<ObjectIdentifier>()

    /// Records that the subscribers of `run` are about to get its end.
    mutating func runEnds(_ run: JobRun<Value, Failure>) {
        ending.append(ObjectIdentifier(run))
    }

    mutating func add(_ event: Event, of run: JobRun<Value, Failure>) {
        waiting.append((event, ObjectIdentifier(run)))
    }

    /// Removes and returns the event to report next, if any.
    mutating func next() -> Event? {
        let run = ending.first
        guard let index = waiting.firstIndex(where: { run == nil || $0.run == run }) else {
            return nil
        }
        let event = waiting.remove(at: index).event
        if case .outcome = event { _ = ending.popFirst() }
        return event
    }
}
