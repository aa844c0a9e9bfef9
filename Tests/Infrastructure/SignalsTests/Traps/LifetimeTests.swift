import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Lifetimes")
struct LifetimeTests {
    @Test("the source keeps a subscription whose token was dropped until its end")
    func sourceKeepsTheSubscription() {
        weak var seen: Token?
        var arrived: [Int] = []
        onVirtualScheduler { scheduler in
            var subject: Subject<Int, Never>? = Subject()
            do {
                let token = Token()
                seen = token
                subject?.signal.observe { [token] value in
                    withExtendedLifetime(token) { arrived.append(value) }
                }
                Signal<Void, Never>.timer(after: .seconds(1), in: .here).observe { [token] _ in
                    withExtendedLifetime(token) { arrived.append(9) }
                }
            }
            subject?.send(1)
            subject = nil
            #expect(seen != nil)
            scheduler.advance(by: .seconds(1))
        }
        #expect(arrived == [1, 9])
        #expect(seen == nil)
    }

    @Test("L2: an operator over an endless source is released when it is unreachable")
    func unreachableSubscriptionIsDisposedOf() {
        weak var seen: Token?
        var isDisposed = false
        do {
            let token = Token()
            seen = token
            Signal<Int, Never>.never.map { [token] in ($0, token) }
                .flatMap(.concat) { .just($0) }
                .on(disposed: { isDisposed = true }).retry().replayLast().observe { _ in }
        }
        #expect(seen == nil)
        #expect(isDisposed)
    }

    @Test("L2: a producer that drops its observer ends the subscription without an event")
    func droppedObserverEndsTheSubscription() {
        var kept: Observer<Int, Oops>?
        let journal = Journal()
        Signal<Int, Oops> { kept = $0 }.on(disposed: { journal.write("disposed") })
            .observe({ journal.write("\($0)") }) { _ in journal.write("ended") }
        kept?.send(1)
        kept = nil
        #expect(journal.lines == ["1", "disposed"])
    }

    @Test("L2: a subject that is released ends its subscriptions without an event")
    func releasedSubjectEndsItsSubscriptions() {
        var subject: Subject<Int, Never>? = Subject()
        let probe = subject.map { Probe($0.signal.map { $0 }.filter { _ in true }) }
        let signal = subject?.signal
        subject = nil
        #expect(probe?.subscription.isDisposed == true)
        #expect(probe?.completion == nil)
        let late = signal.map { Probe($0) }
        #expect(late?.subscription.isDisposed == true)
    }

    @Test(
        "an object may be released inside a delivery, and send from its deinit")
    func deinitInsideADeliveryMaySend() {
        final class Sender {
            let subject: Subject<Int, Never>
            init(_ subject: Subject<Int, Never>) { self.subject = subject }
            deinit { subject.send(99) }
        }
        let subject = Subject<Int, Never>()
        var seen: [Int] = []
        var token = Disposable()
        do {
            let sender = Sender(subject)
            token = subject.signal.observe { [sender] _ in _ = sender.subject }
        }
        subject.signal.observe { value in
            seen.append(value)
            if value == 1 { token.dispose() }
        }
        subject.send(1)
        #expect(seen == [1, 99])
    }

    @Test("D4, X4: side effects run before the downstream, and disposal runs last")
    func orderOfSideEffects() {
        let journal = Journal()
        func traced(_ signal: Signal<Int, Oops>) -> Signal<Int, Oops> {
            signal.on(
                subscribed: { journal.write("subscribed") }, value: { journal.write("on \($0)") },
                ended: { journal.write($0.isSuccess ? "on completed" : "on failed") },
                disposed: { journal.write("disposed") })
        }
        func run(_ signal: Signal<Int, Oops>) -> Disposable {
            traced(signal).observe({ journal.write("got \($0)") }) { _ in journal.write("ended") }
        }
        _ = run(.just(1))
        let synchronous = journal.lines
        #expect(
            synchronous == ["subscribed", "on 1", "got 1", "on completed", "ended", "disposed"])
        let subject = Subject<Int, Oops>()
        _ = run(subject.signal)
        subject.send(1)
        subject.complete()
        #expect(Array(journal.lines.dropFirst(6)) == synchronous)
        _ = run(.fail(Oops()))
        #expect(journal.lines.dropFirst(12) == ["subscribed", "on failed", "ended", "disposed"])
        run(.never).dispose()
        #expect(journal.lines.dropFirst(16) == ["subscribed", "disposed"])
    }

    @Test("a hundred thousand observers come and go, in any order")
    func manyObserversComeAndGo() {
        let count = 100_000
        let subject = Subject<Int, Never>()
        var dice = SplitMix(seed: 26)
        var sum = 0
        var tokens = (0..<count).map { _ in subject.signal.observe { sum += $0 } }
        subject.send(1)
        #expect(sum == count)
        tokens.shuffle(using: &dice)
        for token in tokens.prefix(count / 2) { token.dispose() }
        subject.send(1)
        #expect(sum == count + count / 2)
        for token in tokens { token.dispose() }
        #expect(subject.observerCount == 0)
    }

    @Test("an owner forgets subscriptions that have ended")
    func ownerForgetsWhatHasEnded() {
        let owner = Disposable()
        weak var last: Disposable?
        for _ in 0..<1_000 {
            let token = Signal<Int, Never>.just(1).observe { _ in }
            last = token
            owner.add(token)
        }
        for _ in 0..<64 { owner.add(Signal<Int, Never>.just(1).observe { _ in }) }
        #expect(last == nil)
    }

    @Test("an owner forgets ended subscriptions of other schedulers")
    func ownerForgetsWhatHasEndedElsewhere() {
        let away = VirtualScheduler(name: "away")
        let here = VirtualScheduler(name: "here")
        let owner = away.enter { Disposable {} }
        weak var last: Disposable?
        here.enter {
            for _ in 0..<1_000 {
                let token = Disposable {}
                last = token
                owner.add(token)
                token.dispose()
            }
            for _ in 0..<64 { owner.add(Disposable {}) }
        }
        away.runUntilIdle()
        #expect(last == nil)
        away.enter { owner.dispose() }
        here.runUntilIdle()
    }

    @Test("a subscription ends when its producer drops the observer, even if its lifetime is kept")
    func keptLifetimeEndsWithItsObserver() {
        let owner = Disposable()
        var arrived: [Int] = []
        var isOver = false
        Signal<Int, Never> { $0.send(1) }.on(disposed: { isOver = true })
            .observe(within: owner) { arrived.append($0) }
        #expect(arrived == [1] && isOver && !owner.isDisposed)
        let inner: [Signal<Int, Never>] = [Signal { _ in }, .just(2)]
        for strategy in [FlattenStrategy.concat, .latest, .first] {
            let flat = Probe(Signal<Signal<Int, Never>, Never>.sequence(inner).flatten(strategy))
            #expect(flat.subscription.isDisposed)
            #expect(flat.values == [2])
        }
    }

    @Test("a run whose producer has dropped the observer frees its slot")
    func droppedObserverEndsTheRun() {
        let executor = LimitedExecutor(limit: 1)
        let lost = Job<Int, Never>(on: executor) { Signal { _ in } }
        let next = Job<Int, Never>(on: executor) { .just(2) }
        lost.execute()
        #expect(!lost.isExecuting.value)
        #expect(Probe(next.execute()).values == [2])
    }

    @Test("a deferred signal is not started if its creation has ended the subscription")
    func deferredIsNotStartedAfterItsEnd() {
        let owner = Disposable()
        var isStarted = false
        Signal<Int, Never>.deferred {
            owner.dispose()
            return Signal { _ in isStarted = true }
        }.observe(within: owner) { _ in }
        #expect(!isStarted)
    }

    @Test("a retry whose policy ended the subscription leaves no timer")
    func retryLeavesNoTimer() {
        onVirtualScheduler { scheduler in
            let owner = Disposable()
            Signal<Int, Oops>.fail(Oops())
                .retry(delay: .constant(.seconds(5)), in: .here) { _ in
                    owner.dispose()
                    return true
                }
                .observe(within: owner, { _ in }, ended: { _ in })
            #expect(owner.isDisposed)
            #expect(scheduler.waitingCount == 0)
        }
    }

    @Test("a task that ignores its cancellation does not keep the downstream")
    func disposalFreesWhatLiesBehindATask() {
        weak var seen: Token?
        let task = Answer()
        onVirtualScheduler { scheduler in
            do {
                let token = Token()
                seen = token
                let subscription = Signal<Int, Never>.task(in: .here) { await task.value() }
                    .observe { [token] _ in _ = token }
                scheduler.runUntilIdle()
                subscription.dispose()
            }
            scheduler.runUntilIdle()
        }
        #expect(seen == nil)
        task.give(1)
    }
}

/// A value that a task waits for, whatever else happens.
private final class Answer: Sendable {
    private let waiting = Guarded<CheckedContinuation<Int, Never>?>(nil)

    func value() async -> Int {
        await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
    }

    func give(_ value: Int) {
        waiting.withLock { $0.take() }?.resume(returning: value)
    }
}
