import CSimulation
import Scheduling
import SchedulingTestKit
import Synchronization

/// The state of one run: its schedulers, its clock, and the decisions so far.
final class WorldCore: @unchecked Sendable {  // own: the thread of the run; others are refused
    /// A job of the concurrency runtime without an executor.
    enum LooseWork {
        case job(UnownedJob)
        /// The resumption of a task whose call was refused.
        case resumption(() -> Void)
    }

    /// Loose work that waits, with its number among all loose work.
    struct WaitingJob {
        let work: LooseWork
        let order: UInt64
        let since: SchedulerInstant
        let postedBy: Int
    }

    static let start = SchedulerInstant(nanoseconds: 0)
    /// How many tasks can be under way at once; a pool of threads starts its jobs in order.
    static let poolWidth = 8
    /// How often work that was ended may lead to more work, such as the next step of a task.
    private static let closingRounds = 100

    let options: SimulationOptions
    let end: SchedulerInstant
    private(set) var schedulers: [VirtualScheduler] = []
    var jobs: [WaitingJob] = []
    var jobCount: UInt64 = 0
    var now = WorldCore.start
    var laws: [Law] = []

    var chooser: Chooser
    var decisions: [Decision] = []
    var candidates: [Option] = []
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var stepCount = 0
    /// The scheduler that ran last, which continues by default.
    var last = 0
    /// The number of steps in a row for which the same scheduler was the default.
    var streak = 0
    var failure: SimulationFailure?
    /// The parts of the world that end after the program.
    var endings: [() -> Void] = []

    /// The recorded steps; `nil` where they are not recorded.
    var steps: [SimulationStep]?
    /// The events outside of the program, where steps are recorded.
    var notes: [SimulationNote] = []
    /// The step that posted each item of each scheduler, where steps are recorded.
    private var posters: [[Int]] = []
    private let isOver = Atomic(false)
    private let foreignPost = Guarded<String?>(nil)
    private let hasForeignPost = Atomic(false)

    init(_ options: SimulationOptions, _ chooser: Chooser, isRecording: Bool) {
        self.options = options
        self.chooser = chooser
        end = Self.start.advanced(by: options.duration)
        steps = isRecording ? [] : nil
        _ = makeScheduler("UI")
    }

    var main: VirtualScheduler { schedulers[0] }

    /// Whether the calling thread is inside this world.
    var isCurrent: Bool {
        // unsafe, Unmanaged: only compared
        csim_current_world() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    func makeScheduler(_ name: String) -> VirtualScheduler {
        let scheduler = VirtualScheduler(
            name: name, start: now, host: self, number: schedulers.count)
        schedulers.append(scheduler)
        posters.append([])
        return scheduler
    }

    /// Accepts a job that the thread of the run has made ready.
    func take(_ work: LooseWork) {
        jobs.append(WaitingJob(work: work, order: jobCount, since: now, postedBy: stepCount))
        jobCount += 1
    }

    /// Makes a decision between `count` choices.
    func choose(below count: Int) -> Int {
        guard count > 1 else { return 0 }
        let choice = chooser.choose(below: count)
        decisions.append(Decision(choice: choice, count: count))
        return choice
    }

    func setClock(to moment: SchedulerInstant) {
        now = moment
        for scheduler in schedulers { scheduler.setClock(to: moment) }
    }

    /// Records the first failure, which ends the run.
    func fail(_ kind: SimulationFailure.Kind, _ message: String) {
        guard failure == nil else { return }
        failure = SimulationFailure(
            kind: kind, message: message, step: stepCount, time: Self.start.duration(to: now))
    }

    /// The step that posted an item.
    func poster(of order: UInt64, on scheduler: Int) -> Int {
        let known = posters[scheduler]
        return order < known.count ? known[Int(order)] : 0
    }

    /// Reports a post of a foreign thread as a failure, if there was one.
    func checkForeignPosts() {
        guard hasForeignPost.load(ordering: .acquiring) else { return }
        if let message = foreignPost.withLock({ $0 }) { fail(.foreignThread, message) }
    }

    /// Ends the world: ends its work as a shutdown does; its schedulers refuse more of it.
    ///
    /// - Returns: a description of each item that was left.
    func close() -> [String] {
        var left: [String] = []
        for scheduler in schedulers { scheduler.forgetEndings() }
        for round in 0..<Self.closingRounds {
            let jobs = jobs
            self.jobs = []
            for job in jobs { resume(job.work) }
            var skippedCount = 0
            for scheduler in schedulers {
                let places = scheduler.skipAll()
                skippedCount += places.count
                if round > 0 { continue }
                left += places.map { place in
                    "on '\(scheduler.name)'" + (place.map { " from \($0)" } ?? "")
                }
            }
            if jobs.isEmpty, skippedCount == 0 { break }
        }
        isOver.store(true, ordering: .releasing)
        schedulers = []
        jobs = []
        return left
    }
}

extension WorldCore: VirtualSchedulerHost {
    func accepts(_ item: borrowing WorkItem, on scheduler: String) -> Bool {
        if isOver.load(ordering: .acquiring) { return false }
        if isCurrent { return true }
        let place = item.provenance.map { " at \($0)" } ?? ""
        foreignPost.withLock { message in
            message =
                message ?? "a thread outside of the world posted to scheduler "
                + "'\(scheduler)'\(place): run its work on a scheduler of the world"
        }
        hasForeignPost.store(true, ordering: .releasing)
        return item.atShutdown == .always
    }

    func queued(_ order: UInt64, on scheduler: Int) {
        guard isCurrent, steps != nil, scheduler < posters.count else { return }
        // A foreign thread has queued the items that are missing.
        while posters[scheduler].count < order { posters[scheduler].append(0) }
        posters[scheduler].append(stepCount)
    }

    func nextRandom() -> Double { Double(choose(below: 5)) / 4 }

    func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool {
        while !isDone() {
            if step(until: min(deadline, end)) { continue }
            if failure == nil, now < deadline, deadline <= end { setClock(to: deadline) }
            return isDone()
        }
        return true
    }
}
