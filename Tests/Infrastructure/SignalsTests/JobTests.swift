import Scheduling
import Signals
import SignalsTestKit
import Testing

@Suite("Jobs and their executors")
struct JobTests {
    @Test("a job reports its execution, values and errors in each run")
    func jobRunsAgain() {
        var attempt = 0
        let job = Job<Int, Oops> {
            attempt += 1
            return attempt == 1 ? Signal.fail(Oops()).startWith(1) : .just(2)
        }
        let executing = Probe(job.isExecuting.signal)
        let values = Probe(job.values)
        let errors = Probe(job.errors)
        #expect(Probe(job.execute()).completions == [.failed(Oops())])
        #expect(Probe(job.execute()).completions == [.completed])
        #expect(executing.values == [false, true, false, true, false])
        #expect(values.values == [1, 2])
        #expect(errors.values == [Oops()])
    }

    @Test("J1, J2: a late subscriber of a run gets the last value and the end")
    func lateSubscribers() {
        let source = Subject<Int, Oops>()
        let job = Job { source.signal }
        let run = job.execute()
        let early = Probe(run)
        source.send(1)
        source.send(2)
        early.dispose()
        let late = Probe(job.execute())
        #expect(late.values == [2])
        #expect(source.observerCount == 1)
        source.complete()
        #expect(late.completions == [.completed])
        let last = Probe(run)
        #expect(last.values == [2])
        #expect(last.completions == [.completed])
    }

    @Test("a cancellation sends no event without an error, and fails the run with one")
    func cancellation() {
        let source = Subject<Int, Oops>()
        let job = Job { source.signal }
        let errors = Probe(job.errors)
        let silent = Probe(job.execute())
        job.cancel()
        #expect(silent.completion == nil && silent.subscription.isDisposed)
        #expect(source.observerCount == 0)
        #expect(!job.isExecuting.value)
        let loud = Probe(job.execute())
        job.cancel(with: Oops())
        #expect(loud.completions == [.failed(Oops())])
        #expect(errors.values == [Oops()])
        job.cancel()
        #expect(errors.values == [Oops()])
    }

    @Test("a restart begins a new run, and the old one sends no events")
    func restart() {
        let sources = (0..<2).map { _ in Subject<Int, Never>() }
        var index = -1
        let job = Job {
            index += 1
            return sources[index].signal
        }
        let values = Probe(job.values)
        job.execute()
        job.restart()
        sources[0].send(1)
        sources[1].send(2)
        #expect(values.values == [2])
    }

    @Test("a job that is restarted within its own end reports the first outcome first")
    func outcomesComeInTheOrderOfTheRuns() {
        var round = 0
        let first = Subject<Int, Oops>()
        let job = Job<Int, Oops> {
            round += 1
            return round == 1 ? first.signal : .sequence([round])
        }
        let journal = Journal()
        job.values.observe { journal.write("value \($0)") }
        job.errors.observe { _ in journal.write("error") }
        job.outcomes.observe {
            if case .ended(.completed) = $0 {
                journal.write("completed")
            } else {
                journal.write("failed")
            }
        }
        job.execute().observe({ _ in }) { _ in job.restart() }
        first.fail(Oops())
        #expect(journal.lines == ["error", "failed", "value 2", "completed"])
        #expect(!job.isExecuting.value)
    }

    @Test("a run that the observer of an error starts reports after that error")
    func restartFromAnErrorReportsBehindIt() {
        var round = 0
        let job = Job<Int, Oops> {
            round += 1
            return round == 1 ? .fail(Oops()) : .sequence([round])
        }
        let journal = Journal()
        job.errors.observe { _ in
            journal.write("error")
            job.restart()
        }
        job.values.observe { journal.write("value \($0)") }
        job.outcomes.observe {
            if case .ended(.completed) = $0 {
                journal.write("completed")
            } else {
                journal.write("failed")
            }
        }
        job.execute()
        #expect(journal.lines == ["error", "failed", "value 2", "completed"])
    }

    @Test("a run ends when its source disappears")
    func vanishedSource() {
        var source: Subject<Int, Never>? = Subject()
        let job = Job { source?.signal ?? .empty }
        job.execute()
        source = nil
        #expect(!job.isExecuting.value)
    }

    @Test("a job's closures and runs are released, after an end, a cancellation and a release")
    func jobIsReleased() {
        weak var seen: Token?
        let source = Subject<Int, Never>()
        do {
            let token = Token()
            seen = token
            let job = Job { source.signal.map { [token] in ($0, token) } }
            job.execute().observe { _ in }
            job.restart().observe { _ in }
        }
        #expect(seen == nil)
        #expect(source.observerCount == 0)
    }

    @Test("J4: a run that ends inside its submission frees its slot", arguments: [1, 2, 100])
    func synchronousRunsFreeTheirPlaces(limit: Int) {
        let executor = LimitedExecutor(limit: limit)
        let jobs = (0..<1_000).map { index in Job(on: executor) { Signal<Int, Never>.just(index) } }
        let runs = jobs.map { Probe($0.execute()) }
        #expect(runs.map(\.values) == (0..<1_000).map { [$0] })
        #expect(executor.currentLoad.value.running == 0)
        #expect(executor.currentLoad.value.waiting == 0)
    }

    @Test("the limit can be raised and lowered while jobs run")
    func liveLimit() {
        let executor = LimitedExecutor(limit: 1)
        let sources = (0..<6).map { _ in Subject<Int, Never>() }
        let jobs = sources.map { source in Job(on: executor) { source.signal } }
        func started() -> [Int] { sources.indices.filter { sources[$0].observerCount > 0 } }
        for job in jobs { job.execute() }
        executor.limit = 0
        #expect(started() == [0])
        executor.limit = 3
        #expect(started() == [0, 1, 2])
        executor.limit = 1
        sources[0].complete()
        sources[1].complete()
        #expect(started() == [2])
        jobs[3].cancel()
        sources[2].complete()
        #expect(started() == [4])
        #expect(jobs.map(\.isExecuting.value) == [false, false, false, false, true, true])
    }

    @Test("waiting runs can be reclaimed twice, and submitted again")
    func reclaim() {
        let first = LimitedExecutor(limit: 0)
        let jobs = (0..<3).map { index in Job(on: first) { Signal<Int, Never>.just(index) } }
        let runs = jobs.map { Probe($0.execute()) }
        jobs[1].cancel()
        let tickets = first.reclaim()
        #expect(tickets.count == 2)
        #expect(first.reclaim().isEmpty)
        let second = LimitedExecutor(limit: 1)
        for ticket in tickets { second.submit(ticket) }
        #expect(runs.map(\.values) == [[0], [], [2]])
        withExtendedLifetime(jobs) {}
    }

    @Test("a job that is cancelled at its start by an observer of the load frees its slot")
    func cancelledWhileItStarts() {
        let executor = LimitedExecutor(limit: 0)
        let source = Subject<Int, Never>()
        let unlucky = Job(on: executor) { source.signal }
        let next = Job(on: executor) { Signal<Int, Never>.just(7) }
        unlucky.execute()
        let run = Probe(next.execute())
        executor.currentLoad.changes.observe { load in
            if load.running == 1 { unlucky.cancel() }
        }
        executor.limit = 1
        #expect(run.values == [7])
        #expect(executor.currentLoad.value.running == 0)
        #expect(source.observerCount == 0)
    }

    @Test("the queue decides the order of the runs")
    func queues() {
        func order(_ queue: any JobQueue) -> [Int] {
            let executor = LimitedExecutor(limit: 0, queue: queue)
            var order: [Int] = []
            let jobs = (0..<4).map { index in
                Job(on: executor) { Signal<Int, Never>.just(index).on(value: { order.append($0) }) }
            }
            for (job, priority) in zip(jobs, [1, 5, 1, 9]) { job.execute(priority: priority) }
            executor.limit = 1
            withExtendedLifetime(jobs) {}
            return order
        }
        #expect(order(FIFOJobQueue()) == [0, 1, 2, 3])
        #expect(order(LIFOJobQueue()) == [3, 2, 1, 0])
        #expect(order(PriorityJobQueue()) == [3, 1, 0, 2])
    }

    @Test("an action is enabled by its property, and not while it runs")
    func action() {
        let enabled = MutableProperty(false)
        let source = Subject<Int, Never>()
        let action = Action(enabledIf: enabled.property) { (offset: Int) in
            source.signal.map { $0 + offset }
        }
        let states = Probe(action.isEnabled.signal.distinctUntilChanged())
        #expect(action.execute(1) == nil)
        enabled.value = true
        let values = Probe(action.values)
        #expect(action.execute(10) != nil)
        #expect(action.execute(20) == nil)
        source.send(1)
        source.complete()
        #expect(values.values == [11])
        #expect(states.values == [false, true, false, true])
    }

    @Test("the observer of a run's end can start the next run, and both ends are reported")
    func restartFromTheEnd() {
        var runs = 0
        let job = Job<Int, Oops> {
            runs += 1
            return runs == 1 ? .fail(Oops()) : .just(runs)
        }
        let outcomes = Probe(job.outcomes)
        let errors = Probe(job.errors)
        let executing = Probe(job.isExecuting.signal)
        var again: Probe<Int, Oops>?
        job.execute().observe({ _ in }, ended: { _ in again = Probe(job.restart()) })
        #expect(again?.values == [2])
        #expect(again?.completions == [.completed])
        #expect(runs == 2)
        #expect(errors.values == [Oops()])
        #expect(outcomes.values.count == 2)
        #expect(executing.values.last == false)
    }

    @Test("the observer of a cancellation can execute the action with another input")
    func executeFromTheCancellation() {
        let executor = LimitedExecutor(limit: 1)
        let source = Subject<Int, Never>()
        let blocking = Job(on: executor) { source.signal }
        blocking.execute()
        let action = Action<Int, Int, Never>(on: executor) { .just($0 * 10) }
        let values = Probe(action.values)
        action.execute(1)
        var isAgain = false
        action.isExecuting.signal.observe { isExecuting in
            guard !isExecuting, !isAgain else { return }
            isAgain = true
            action.execute(2)
        }
        action.cancel()
        source.complete()
        #expect(values.values == [20])
    }
}
