/// One run of a job, from its submission to its end.
final class JobRun<Value, Failure: Error> {
    private let observerList = ObserverList<Value, Failure>(replaying: 1)
    private let make: () -> Signal<Value, Failure>
    private let upstream = Disposable()
    private let home = IsolationDomain.current
    private var ticket: JobTicket?
    private(set) var isOver = false
    var onValue: ((Value) -> Void)?
    /// Called before the subscribers get the end.
    var onEnd: (() -> Void)?
    var onOutcome: ((JobOutcome<Failure>) -> Void)?

    init(_ make: @escaping () -> Signal<Value, Failure>) {
        self.make = make
    }

    /// The last value so far, then the following events.
    var signal: Signal<Value, Failure> {
        Signal(above: nil) { [observerList] sink in observerList.add(sink) }
    }

    func submit(to executor: any JobExecutor, priority: Int) {
        let ticket = JobTicket(priority: priority) { [weak self] in self?.start() }
        self.ticket = ticket
        executor.submit(ticket)
    }

    func cancel() {
        end(.cancelled)
    }

    /// Cancels the run on its home scheduler; called by the job's deinit, on any scheduler.
    func cancelAtHome() {
        if home.isHereAtRelease { cancel() } else { home.post { self.cancel() } }
    }

    func end(_ outcome: JobOutcome<Failure>) {
        guard !isOver else { return }
        isOver = true
        onEnd?()
        upstream.dispose()
        switch outcome {
        case .ended(let completion): observerList.end(completion)
        case .cancelled: observerList.abandon()
        }
        let onOutcome = onOutcome
        (self.onValue, self.onEnd, self.onOutcome) = (nil, nil, nil)
        onOutcome?(outcome)
        // Last, so that the executor's next job starts after the end of this one.
        ticket?.finish()
    }

    private func start() {
        guard !isOver else { return }
        upstream.add { [weak self] in self?.end(.cancelled) }
        make().begin(
            Sink(
                lifetime: upstream,
                onValue: { [self] value in
                    observerList.send(value)
                    onValue?(value)
                }, onEnd: { [self] in end(.ended($0)) }))
    }
}
