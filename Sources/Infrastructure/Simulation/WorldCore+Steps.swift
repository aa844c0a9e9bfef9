import CScheduling
import Scheduling
import SchedulingTestKit

/// The steps of a run.
extension WorldCore {
    /// Runs one step, and before it moves the clock where nothing is ready.
    ///
    /// - Returns: `false` when nothing is left until `limit`, or the run has failed.
    func step(until limit: SchedulerInstant) -> Bool {
        while failure == nil {
            let (oldest, nextTimer) = collectCandidates()
            if let nextTimer, nextTimer <= limit {
                guard let oldest else {
                    wait(for: nextTimer, atMost: limit)
                    continue
                }
                if oldest.duration(to: nextTimer) <= options.lateness {
                    candidates.append(Option(action: .wait(nextTimer), thread: .max))
                }
            }
            guard !candidates.isEmpty else { return false }
            guard stepCount < options.steps else {
                fail(
                    .endless,
                    "the run did not end within \(options.steps) steps: raise "
                        + "SimulationOptions.steps, or end the work that repeats")
                return false
            }
            if take(chooseCandidate(), oldest, limit) { return true }
        }
        return false
    }

    private func chooseCandidate() -> Option {
        guard candidates.count > 1 else { return candidates[0] }
        let choice = chooser.choose(among: candidates)
        decisions.append(Decision(choice: choice, count: candidates.count))
        return candidates[choice]
    }

    /// Collects what can happen now, the default first.
    ///
    /// - Returns: the moment since which the oldest of it waits, and the moment of the next timer.
    private func collectCandidates() -> (oldest: SchedulerInstant?, nextTimer: SchedulerInstant?) {
        candidates.removeAll(keepingCapacity: true)
        var oldest: SchedulerInstant?
        var nextTimer: SchedulerInstant?
        // A scheduler that posts to itself without end does not hold up the others.
        if streak >= 64 { (last, streak) = ((last + 1) % schedulers.count, 0) }
        for offset in -1..<schedulers.count where offset != last {
            let number = offset < 0 ? last : offset
            let readiness = schedulers[number].readiness
            if let item = readiness.item { oldest = min(oldest ?? item, item) }
            let isTimerDue = readiness.timer.map { $0 <= now } ?? false
            if let timer = readiness.timer {
                if isTimerDue {
                    oldest = min(oldest ?? timer, timer)
                } else {
                    nextTimer = min(nextTimer ?? timer, timer)
                }
            }
            let thread = UInt64(number)
            if isTimerDue, readiness.isTimerOlder {
                candidates.append(Option(action: .run(number, .timer), thread: thread))
            }
            if readiness.item != nil {
                candidates.append(Option(action: .run(number, .item), thread: thread))
            }
        }
        for (index, job) in jobs.prefix(Self.poolWidth).enumerated() {
            oldest = min(oldest ?? job.since, job.since)
            candidates.append(Option(action: .resume(index), thread: job.order | 1 << 32))
        }
        return (oldest, nextTimer)
    }

    /// Moves the clock to a timer, or to a later moment, which the seed chooses.
    private func wait(for timer: SchedulerInstant, atMost limit: SchedulerInstant) {
        let lateness =
            options.lateness > .zero
            ? [.zero, options.lateness / 10, options.lateness][choose(below: 3)] : .zero
        setClock(to: max(timer, min(timer.advanced(by: lateness), limit)))
    }

    /// Takes an option; returns whether it was a step.
    private func take(
        _ option: Option, _ oldest: SchedulerInstant?, _ limit: SchedulerInstant
    ) -> Bool {
        switch option.action {
        case .wait(let timer):
            let latest = oldest?.advanced(by: options.lateness) ?? limit
            wait(for: timer, atMost: min(latest, limit))
            return false
        case .run(let number, let kind):
            let isRun = schedulers[number].runNext(kind) { order, item in
                streak = number == last ? streak + 1 : 0
                last = number
                let work: SimulationStep.Kind =
                    kind == .timer ? .timer : item.isJob ? .task : .item
                begin(number, order, work, item.provenance)
            }
            guard isRun else { return false }
        case .resume(let index):
            let job = jobs.remove(at: index)
            begin(nil, job.order, .task, nil, postedBy: job.postedBy)
            resume(job.work)
        }
        checkForeignPosts()
        checkLaws()
        return true
    }

    private func begin(
        _ number: Int?, _ order: UInt64, _ kind: SimulationStep.Kind, _ provenance: Provenance?,
        postedBy: Int = 0
    ) {
        stepCount += 1
        mix(UInt64(number.map { $0 + 1 } ?? 0))
        mix(order)
        mix(UInt64(bitPattern: now.nanoseconds))
        guard steps != nil else { return }
        let isDeparture = candidates.count > 1 && decisions.last?.choice != 0
        steps?.append(
            SimulationStep(
                number: stepCount, time: Self.start.duration(to: now),
                scheduler: number.map { schedulers[$0].name },
                kind: kind, provenance: provenance,
                postedBy: number.map { poster(of: order, on: $0) } ?? postedBy,
                isDeparture: isDeparture, schedulerNumber: number))
    }

    /// Runs a job outside of all schedulers, as a thread of the global pool would.
    func resume(_ work: LooseWork) {
        let frame = cs_get_current()
        cs_set_current(nil)
        defer { cs_set_current(frame) }
        switch work {
        case .job(let job):
            job.runSynchronously(on: globalConcurrentExecutor.asUnownedTaskExecutor())
        case .resumption(let resume): resume()
        }
    }

    /// Adds a number to the hash of the run, by FNV-1a.
    private func mix(_ number: UInt64) { hash = (hash ^ number) &* 0x0000_0100_0000_01B3 }
}
