public import Scheduling

/// Sends the records of a spool to a receiver, one batch at a time.
///
/// ```swift
/// let delivery = SpoolDelivery(of: spool, in: home) { records, done in
///     receiver.store(records.map(\.bytes)) { isStored in
///         done(isStored ? .stored : .failed())
///     }
/// }
/// delivery.append(Array("started".utf8))
/// ```
///
/// It begins when the water line of the spool is reached, and then sends all records. After a
/// failure it pauses, twice as long each time, and keeps the records. A request without an outcome
/// counts as failed after a time limit. A part that is too large is halved. Records that are
/// refused for good are counted and set aside.
///
/// Each record is sent at least once. A repetition has the same identity.
///
/// It belongs to one scheduler, with its spool: make, call and release it there. `send` is called
/// there, and calls `done` there, once. A failure of the delivery is not logged, so that the
/// reporter of a log never reports itself; `Spool.report` has the counts.
public final class SpoolDelivery {  // not @Schedulable: confined to the scheduler of its owner
    /// The sender of records; it calls its second parameter with the outcome.
    public typealias Send = ([SpoolRecord], @escaping (SpoolOutcome) -> Void) -> Void

    private let spool: Spool
    private let scheduler: any Scheduler
    private let pacing: SpoolPacing
    private let send: Send
    private var machine: DeliveryMachine
    private var batch: SpoolBatch?
    /// The parts of the batch that are not sent yet, in order.
    private var parts: [ArraySlice<SpoolRecord>] = []
    private var refused: Set<SpoolRecordID> = []
    private var check: ScheduledWork?
    private var timer: ScheduledWork?
    private var flushes: [Int: Flush] = [:]
    private var flushCount = 0

    private struct Flush {
        let timer: ScheduledWork
        let completion: (Bool) -> Void
    }

    /// Creates a delivery, which sends what earlier processes have left.
    public init(
        of spool: Spool, in home: SchedulerIsolation, pacing: SpoolPacing = SpoolPacing(),
        send: @escaping Send
    ) {
        self.spool = spool
        scheduler = home.scheduler
        self.pacing = pacing
        self.send = send
        machine = DeliveryMachine(pacing)
        if spool.level.count > 0 { startCheck(after: .zero, isFirst: true) }
    }

    deinit {
        check?.cancel()
        timer?.cancel()
        for flush in flushes.values { flush.timer.cancel() }
    }

    /// The counts of the spool.
    public var report: SpoolReport { spool.report }

    /// Adds a record; sends the records if the water line is reached.
    public func append(_ bytes: [UInt8]) {
        spool.append(bytes)
        perform(.checked(isLineReached: spool.isWaterLineReached))
        startCheck(after: pacing.check)
    }

    /// Sends all records now, also during a pause.
    ///
    /// - Parameters:
    ///   - deadline: the time after which `completion` is called anyway.
    ///   - completion: receives whether the spool is empty.
    public func flush(
        deadline: Duration, completion: @escaping (Bool) -> Void = { _ in }
    ) {
        flushCount += 1
        let number = flushCount
        let timer = scheduler.scheduleConfined(after: deadline) { [weak self] in
            self?.endFlush(number)
        }
        flushes[number] = Flush(timer: timer, completion: completion)
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
        endFlushes()
    }

    /// Removes all records, also those that are being sent; see `Spool.discard`.
    ///
    /// The outcome of a request that is under way has no effect.
    public func discard() {
        check?.cancel()
        check = nil
        timer?.cancel()
        batch = nil
        parts = []
        refused = []
        perform(.discarded)
        spool.discard()
        endFlushes()
    }

    private func startCheck(after delay: Duration, isFirst: Bool = false) {
        guard check == nil, machine.state != .closed else { return }
        check = scheduler.scheduleConfined(after: delay) { [weak self] in
            guard let self else { return }
            check = nil
            perform(isFirst ? .flush : .checked(isLineReached: spool.isWaterLineReached))
            if spool.level.count > 0 { startCheck(after: pacing.check) }
        }
    }

    private func perform(_ input: DeliveryMachine.Input) {
        switch machine.handle(input) {
        case .none: break
        case .send(let attempt): sendNext(attempt)
        case .accept(let isRefused, let attempt):
            let part = parts.removeFirst()
            if isRefused { refused.formUnion(part.map(\.id)) }
            finishBatch()
            sendNext(attempt)
        case .split(let attempt):
            let part = parts.removeFirst()
            if part.count == 1 {
                refused.formUnion(part.map(\.id))
                finishBatch()
            } else {
                let middle = part.startIndex + part.count / 2
                parts.insert(contentsOf: [part[..<middle], part[middle...]], at: 0)
            }
            sendNext(attempt)
        case .wait(let pause, let attempt):
            // A batch of which a part was accepted stays, so that the part is not sent again.
            if let batch, parts.count == 1, parts[0].count == batch.records.count {
                spool.putBack(batch)
                self.batch = nil
                parts = []
            }
            startTimer(after: pause, .resumed(attempt: attempt))
        }
    }

    private func finishBatch() {
        guard parts.isEmpty, let batch else { return }
        spool.acknowledge(batch, refused: refused)
        self.batch = nil
        refused = []
    }

    private func sendNext(_ attempt: Int) {
        timer?.cancel()
        if parts.isEmpty, let next = spool.nextBatch() {
            batch = next
            parts = [next.records[...]]
        }
        guard let part = parts.first else {
            machine.foundNothing()
            return endFlushes()
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

    private func endFlushes() {
        for number in flushes.keys.sorted() { endFlush(number) }
    }

    private func endFlush(_ number: Int) {
        guard let flush = flushes.removeValue(forKey: number) else { return }
        flush.timer.cancel()
        flush.completion(spool.level.count == 0)
    }
}
