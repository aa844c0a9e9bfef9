/// The events of a job's runs on their way to its subjects, in the order in which the runs ended.
///
/// A subscriber that gets the end of a run may start the next run, whose events wait until the outcome of the former run has been
/// reported.
struct JobReports<Value, Failure: Error> {
    enum Event {
        case value(Value)
        case outcome(Job<Value, Failure>.Outcome)
    }

    private var waiting: [(event: Event, run: ObjectIdentifier)] = []
    /// The runs that have ended and have not been reported.
    private var ending = Fifo<ObjectIdentifier>()

    /// Takes note that the subscribers of `run` get its end next.
    mutating func runEnds(_ run: JobRun<Value, Failure>) {
        ending.append(ObjectIdentifier(run))
    }

    mutating func add(_ event: Event, of run: JobRun<Value, Failure>) {
        waiting.append((event, ObjectIdentifier(run)))
    }

    /// The event to report next, if any.
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
