import SchedulingTestKit
import Testing

@testable import Scheduling

/// Laws over random orders of the inputs of mailboxes, timers and pools.
@Suite struct InterleavingTests {
    @Test func aMailboxDeliversEachValueOnceAndInOrder() {
        #expect(Interleaving<MailboxOrders>.violation() == nil)
    }

    @Test func cancelledWorkNeverRunsAndOtherWorkRunsAtItsMoment() {
        #expect(Interleaving<TimerOrders>.violation() == nil)
    }

    @Test func aPoolRunsEachJobOnceInTheOrderOfItsKey() {
        #expect(Interleaving<PoolOrders>.violation() == nil)
    }
}

private final class MailboxOrders: InterleavedMachine, @unchecked Sendable {  // used on one thread
    enum Input { case send, sendMany, sendBeyond, post, wait, runNested, close }
    static let inputs: [Input] =
        [
            .send, .send, .send, .sendMany, .sendBeyond, .post, .wait, .wait, .wait, .runNested,
            .close,
        ]

    private(set) var violation: String?
    private let clock = VirtualScheduler()
    private let capacity: Int?
    private let interrupt: () -> Void
    private lazy var mailbox = Mailbox<Int>(to: clock, capacity: capacity) { [weak self] in
        self?.receive($0)
    }
    private var sent = 0
    private var received = 0
    private var isClosed = false
    private var depth = 0
    /// Whether a receiver has run the scheduler's work before the rest of its batch.
    private var passesBatch = false

    init(variant: Int, interrupt: @escaping () -> Void) {
        capacity = variant % 4 == 0 ? nil : variant % 4
        self.interrupt = interrupt
    }

    func apply(_ input: Input, _ choice: Int) {
        switch input {
        case .send: send()
        case .sendMany: for _ in 0..<choice { send() }
        case .sendBeyond:
            var value: Int? = sent
            mailbox.send(beyondCapacity: &value)
            if (value == nil) == isClosed { violation = "a value is not taken, or not refused" }
            if value == nil { sent += 1 }
        case .post:
            let before = sent
            clock.schedule {
                guard !self.isClosed, !self.passesBatch, self.received < before else { return }
                self.violation = "work passes value \(self.received), which was sent before it"
            }
        case .wait: wait(isShort: choice % 2 == 0, choice / 2 % 4)
        case .runNested:
            guard depth > 0 else { return }
            passesBatch = true
            clock.runUntilIdle()
        case .close:
            guard choice % 4 == 0 else { return }
            if choice % 8 == 0 { mailbox.close() } else { clock.enter { mailbox.close() } }
            isClosed = true
        }
    }

    func finish() {
        wait(isShort: false, 0)
        send()
        wait(isShort: false, 0)
    }

    private func send() {
        switch mailbox.send(sent) {
        case .accepted where isClosed: violation = "a closed mailbox accepts a value"
        case .closed where !isClosed: violation = "an open mailbox counts as closed"
        case .full where sent - received < capacity ?? .max: violation = "it is full too early"
        case .accepted: sent += 1
        case .full, .closed: break
        }
    }

    /// Runs all work, or lets a receiver wait for some of the values of its batch.
    private func wait(isShort: Bool, _ count: Int) {
        let end = received + count
        PartialDelivery.deliverRestOfCurrent { isShort && received >= end }
        guard !isShort || depth == 0 else { return }
        clock.runUntilIdle()
        guard depth == 0, !isClosed, violation == nil else { return }
        if received < sent { violation = "an idle mailbox keeps \(received)" }
        if mailbox.count != 0 { violation = "an empty mailbox counts \(mailbox.count) values" }
    }

    private func receive(_ value: Int) {
        guard violation == nil else { return }
        if isClosed { violation = "\(value) arrives after close()" }
        if value != received { violation = "\(value) arrives instead of \(received)" }
        received += 1
        depth += 1
        interrupt()
        depth -= 1
    }
}

private final class TimerOrders: InterleavedMachine, @unchecked Sendable {  // used on one thread
    enum Input { case once, every, cancelHere, cancelElsewhere, run, advance }
    static let inputs: [Input] =
        [.once, .once, .once, .every, .cancelHere, .cancelElsewhere, .run, .advance, .advance]

    private final class Work: @unchecked Sendable {  // used on one thread
        let start: Int64
        /// The delay, or the interval of repeated work.
        let delay: Int64
        var once: ScheduledWork?
        var every: RepeatingWork?
        weak var capture: Capture?
        var hasRun = false
        var isCancelled = false
        /// The end of the last run.
        var last: Int64

        init(_ start: Int64, _ delay: Int64) {
            (self.start, self.delay, last) = (start, delay, start)
        }
    }

    private final class Capture: Sendable {
        private let released: @Sendable () -> Void

        init(_ released: @escaping @Sendable () -> Void) { self.released = released }
        deinit { released() }
    }

    private(set) var violation: String?
    private let clock = VirtualScheduler(name: "own")
    private let other = VirtualScheduler(name: "other")
    private let interrupt: () -> Void
    private var works: [Work] = []
    private var depth = 0

    init(variant: Int, interrupt: @escaping () -> Void) { self.interrupt = interrupt }

    private var now: Int64 { clock.now.nanoseconds }

    func apply(_ input: Input, _ choice: Int) {
        switch input {
        case .once, .every: schedule(Int64(choice % 4), isRepeated: input == .every)
        case .cancelHere: clock.enter { cancel(choice) }
        case .cancelElsewhere: other.enter { cancel(choice) }
        case .run: clock.runUntilIdle()
        case .advance: clock.advance(by: .nanoseconds(choice % 6))
        }
        check(isIdle: depth == 0 && (input == .run || input == .advance))
    }

    func finish() {
        clock.advance(by: .nanoseconds(9))
        check(isIdle: true)
        for index in works.indices { clock.enter { cancel(index) } }
        clock.runUntilIdle()
        if works.contains(where: { $0.capture != nil }) {
            violation = violation ?? "work that is over keeps its captures"
        }
    }

    private func schedule(_ delay: Int64, isRepeated: Bool) {
        let work = Work(now, isRepeated ? delay + 1 : delay)
        let capture = Capture { [weak self] in
            guard let self, !clock.isCurrent else { return }
            violation = violation ?? "captures are released elsewhere"
        }
        works.append(work)
        work.capture = capture
        if isRepeated {
            work.every = clock.schedule(every: .nanoseconds(work.delay)) { [weak self] in
                withExtendedLifetime(capture) { self?.run(work) }
            }
        } else {
            work.once = clock.schedule(after: .nanoseconds(delay)) { [weak self] in
                withExtendedLifetime(capture) { self?.run(work) }
            }
        }
    }

    private func cancel(_ choice: Int) {
        guard !works.isEmpty else { return }
        let work = works[choice % works.count]
        work.once?.cancel()
        work.every?.cancel()
        work.isCancelled = true
    }

    private func run(_ work: Work) {
        if work.isCancelled { violation = violation ?? "work runs after cancel()" }
        if work.once != nil {
            if work.hasRun { violation = violation ?? "work runs twice" }
            if now < work.start + work.delay { violation = violation ?? "work runs too early" }
        } else if (now - work.start) % work.delay != 0 {
            violation = violation ?? "repeated work drifts"
        }
        work.hasRun = true
        depth += 1
        interrupt()
        depth -= 1
        work.last = now
    }

    private func check(isIdle: Bool) {
        for work in works {
            let isWaiting = work.once?.isWaiting ?? work.every?.isActive
            let isExpected = !work.isCancelled && (work.once == nil || !work.hasRun)
            if isWaiting != isExpected { violation = violation ?? "the handle is wrong" }
            let isDue = work.once == nil ? work.last : work.start
            if isIdle, isExpected, isDue + work.delay <= now {
                violation = violation ?? "work that is due does not run"
            }
        }
    }
}

private final class PoolOrders: InterleavedMachine {
    enum Input { case submit, end, takeBack, lose, close, removeWaiting }
    static let inputs: [Input] =
        [.submit, .submit, .submit, .submit, .end, .end, .takeBack, .lose, .close, .removeWaiting]

    private struct Waiting: Equatable {
        let ticket: UInt64
        let job: Int
        let key: Int?
    }

    private(set) var violation: String?
    private let serviceCount: Int
    private let capacity: Int
    private var state: ServicePoolState<Int>
    private var submitted = 0
    private var waiting: [Waiting] = []
    private var running: [ServicePoolState<Int>.Assignment] = []
    private var lostCount = 0
    private var isClosed = false

    init(variant: Int, interrupt: @escaping () -> Void) {
        serviceCount = 1 + variant % 3
        capacity = 1 + variant / 3 % 8
        state = ServicePoolState(serviceCount: serviceCount, capacity: capacity)
    }

    func apply(_ input: Input, _ choice: Int) {
        switch input {
        case .submit: submit(key: [nil, 1, 2][choice % 3])
        case .end:
            guard !running.isEmpty else { return }
            begin(state.end(running.remove(at: choice % running.count)))
        case .takeBack:
            guard !waiting.isEmpty else { return }
            let gone = waiting.remove(at: choice % waiting.count)
            if state.takeBack(gone.ticket, key: gone.key) != gone.job { violation = "it is kept" }
        case .lose:
            guard choice % 4 == 0, !running.isEmpty else { return }
            let lost = running.remove(at: choice % running.count)
            lostCount += 1
            waiting.append(Waiting(ticket: lost.ticket, job: lost.job, key: lost.key))
            waiting.sort { $0.ticket < $1.ticket }
            begin(state.lose(lost))
        case .close:
            guard choice % 4 == 0 else { return }
            state.close()
            isClosed = true
        case .removeWaiting:
            guard isClosed || lostCount == serviceCount else { return }
            if state.removeWaiting() != waiting.map(\.job) { violation = "others are removed" }
            waiting = []
        }
        check()
    }

    func finish() {
        while violation == nil, !running.isEmpty { apply(.end, 0) }
        guard violation == nil, lostCount < serviceCount else { return }
        if !waiting.isEmpty { violation = "\(waiting) never begins" }
        state.close()
        if !state.isFinished { violation = "an empty pool does not finish" }
    }

    private func submit(key: Int?) {
        submitted += 1
        switch state.submit(submitted, key: key) {
        case .begins(let assignment): begin(assignment)
        case .waits(let ticket):
            waiting.append(Waiting(ticket: ticket, job: submitted, key: key))
            if isClosed { violation = "a closed pool accepts a job" }
        case .full: if waiting.count < capacity { violation = "it is full too early" }
        case .closed: if !isClosed { violation = "an open pool counts as closed" }
        case .unavailable: if lostCount < serviceCount { violation = "it counts as lost" }
        }
    }

    private func begin(_ next: ServicePoolState<Int>.Assignment?) {
        guard let next else { return }
        if running.contains(where: { $0.service == next.service }) { violation = "two on one" }
        if let first = waiting.first(where: canBegin), first.ticket < next.ticket {
            violation = "\(next.job) passes \(first.job)"
        }
        if next.key != nil, running.contains(where: { $0.key == next.key }) {
            violation = "\(next.job) begins before the end of an earlier job with its key"
        }
        if running.contains(where: { $0.job == next.job }) { violation = "a job begins twice" }
        waiting.removeAll { $0.ticket == next.ticket }
        running.append(next)
    }

    private func canBegin(_ job: Waiting) -> Bool {
        job.key == nil || !running.contains { $0.key == job.key }
    }

    private func check() {
        guard violation == nil else { return }
        if state.waitingCount != waiting.count { violation = "\(state.waitingCount) wait" }
        if waiting.contains(where: canBegin), running.count + lostCount < serviceCount {
            violation = "a job waits, and a service is free"
        }
    }
}
