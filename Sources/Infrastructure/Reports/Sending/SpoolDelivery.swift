import Scheduling

/// Sends the records of a spool to a receiver, one batch at a time.
///
/// It begins when the water line of the spool is reached, and then sends all records. After a
/// failure it pauses, twice as long each time, and keeps the records. A request without an outcome
/// counts as failed after a minute. A batch that is too large is halved. Records that are refused
/// for good are removed.
///
/// Each record is sent at least once. A repetition has the same identity.
///
/// It belongs to one scheduler, with its spool: make, call and release it there. A failure of the
/// delivery is not logged, so that the reporter of a log never reports itself.
public final class SpoolDelivery {  // not @Schedulable: confined to the scheduler of its owner
    typealias Send = ([SpoolRecord], @escaping (SpoolOutcome) -> Void) -> Void

    private let spool: Spool
    private let scheduler: any Scheduler
    private let pacing: SpoolPacing
    private let send: Send
    private var machine: DeliveryMachine
    /// The parts of the batch that are not sent yet, in order.
    private var parts: [ArraySlice<SpoolRecord>] = []
    private var check: ScheduledWork?
    private var timer: ScheduledWork?
    private var flush: Flush?

    private struct Flush {
        let timer: ScheduledWork
        let completion: (Bool) -> Void
    }

    /// Creates a delivery, which sends what earlier processes have left.
    ///
    /// - Parameters:
    ///   - spool: the spool of the records.
    ///   - home: the scheduler of both.
    ///   - pacing: the pauses and limits.
    ///   - send: sends records, and calls its second parameter once with the outcome; it is called
    ///     on the scheduler.
    init(
        of spool: Spool, in home: SchedulerIsolation, pacing: SpoolPacing = SpoolPacing(),
        send: @escaping Send
    ) {
        self.spool = spool
        scheduler = home.scheduler
        self.pacing = pacing
        self.send = send
        machine = DeliveryMachine(pacing)
        if spool.count > 0 { startCheck(after: .zero, isFirst: true) }
    }

    deinit {
        check?.cancel()
        timer?.cancel()
        flush?.timer.cancel()
    }

    /// Adds a record; sends the records if the water line is reached.
    public func append(_ bytes: [UInt8]) {
        spool.append(bytes)
        perform(.checked(isLineReached: spool.isWaterLineReached))
        startCheck(after: pacing.check)
    }

    /// Sends all records now, also during a pause.
    ///
    /// A second call ends the first one.
    ///
    /// - Parameters:
    ///   - deadline: the time after which `completion` is called anyway.
    ///   - completion: receives whether the spool is empty.
    public func flush(deadline: Duration, completion: @escaping (Bool) -> Void) {
        endFlush()
        let timer = scheduler.scheduleConfined(after: deadline) { [weak self] in self?.endFlush() }
        flush = Flush(timer: timer, completion: completion)
        perform(.flush)
    }

    /// Writes all records in memory to the disk, so that the end of the process loses none.
    ///
    /// It blocks on the disk for a few files.
    public func store() { spool.spill() }

    /// Stops sending, and writes all records to the disk.
    ///
    /// It blocks on the disk for a few files. Outcomes that arrive later have no effect.
    public func close() {
        check?.cancel()
        timer?.cancel()
        perform(.close)
        spool.close()
        endFlush()
    }

    /// Removes all records, also those that are being sent.
    ///
    /// The outcome of a request that is under way has no effect.
    public func discard() {
        check?.cancel()
        check = nil
        timer?.cancel()
        parts = []
        perform(.discarded)
        spool.discard()
        endFlush()
    }

    private func startCheck(after delay: Duration, isFirst: Bool = false) {
        guard check == nil, machine.state != .closed else { return }
        check = scheduler.scheduleConfined(after: delay) { [weak self] in
            guard let self else { return }
            check = nil
            perform(isFirst ? .flush : .checked(isLineReached: spool.isWaterLineReached))
            if spool.count > 0 { startCheck(after: pacing.check) }
        }
    }

    private func perform(_ input: DeliveryMachine.Input) {
        switch machine.handle(input) {
        case .none: break
        case .send(let attempt): sendNext(attempt)
        case .accept(let attempt):
            removePart()
            sendNext(attempt)
        case .split(let attempt):
            let part = parts[0]
            if part.count == 1 {
                removePart()
            } else {
                let middle = part.startIndex + part.count / 2
                parts.replaceSubrange(..<1, with: [part[..<middle], part[middle...]])
            }
            sendNext(attempt)
        case .wait(let pause, let attempt):
            // A batch of which a part was accepted stays, so that the part is not sent again.
            if let whole = parts.first, parts.count == 1, whole.startIndex == 0 {
                spool.putBack()
                parts = []
            }
            startTimer(after: pause, .resumed(attempt: attempt))
        }
    }

    private func removePart() {
        parts.removeFirst()
        if parts.isEmpty { spool.acknowledge() }
    }

    private func sendNext(_ attempt: Int) {
        timer?.cancel()
        if parts.isEmpty, let next = spool.nextBatch() { parts = [next[...]] }
        guard let part = parts.first else {
            machine.foundNothing()
            return endFlush()
        }
        startTimer(after: pacing.answerLimit, .timedOut(attempt: attempt))
        send(Array(part)) { [weak self] outcome in
            // Later, so that a sender that answers at once does not call itself.
            self?.scheduler.scheduleConfined(after: .zero) {
                self?.perform(.answered(attempt: attempt, outcome))
            }
        }
    }

    private func startTimer(after delay: Duration, _ input: DeliveryMachine.Input) {
        timer?.cancel()
        timer = scheduler.scheduleConfined(after: delay) { [weak self] in self?.perform(input) }
    }

    private func endFlush() {
        guard let flush else { return }
        self.flush = nil
        flush.timer.cancel()
        flush.completion(spool.count == 0)
    }
}
