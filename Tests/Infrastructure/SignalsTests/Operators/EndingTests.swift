import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("take(during:) and retry(when:)")
struct EndingTests {
    @Test("take(during:) completes when the lifetime is disposed of, or released")
    func takeDuringCompletes() {
        for isReleased in [false, true] {
            let source = Subject<Int, Never>()
            var lifetime: Disposable? = Disposable()
            let probe = lifetime.map { Probe(source.signal.take(during: $0)) }
            source.send(1)
            #expect(probe?.completions == [])
            if isReleased { lifetime = nil } else { lifetime?.dispose() }
            source.send(2)
            #expect(probe?.values == [1])
            #expect(probe?.completions == [.completed])
            #expect(source.observerCount == 0)
        }
    }

    @Test("a lifetime that has ended completes the signal before any value")
    func takeDuringAnEndedLifetime() {
        let lifetime = Disposable()
        let signal = Signal<Int, Never>.just(1).take(during: lifetime)
        lifetime.dispose()
        let probe = Probe(signal)
        #expect(probe.values == [])
        #expect(probe.completions == [.completed])
    }

    @Test("a subscription that has ended releases its part of the lifetime")
    func takeDuringLeavesNothingAtTheLifetime() {
        let lifetime = Disposable()
        weak var seen: Token?
        do {
            let token = Token()
            seen = token
            Probe(
                Subject<Int, Never>().signal.take(during: lifetime).map { [token] in
                    _ = token
                    return $0
                }
            ).dispose()
        }
        #expect(seen == nil)
        #expect(!lifetime.isDisposed)
    }

    @Test("a subscription does not keep the lifetime that ends it")
    func takeDuringDoesNotKeepTheLifetime() {
        let source = Subject<Int, Never>()
        var lifetime: Disposable? = Disposable()
        let probe = lifetime.map { Probe(source.signal.take(during: $0).repeat(2)) }
        lifetime = nil
        #expect(probe?.completions == [.completed])
    }

    @Test("the end of a lifetime on another scheduler is handled on the home scheduler")
    func takeDuringALifetimeElsewhere() {
        let away = VirtualScheduler(name: "away")
        let lifetime = away.enter { () -> Disposable in
            let lifetime = Disposable()
            lifetime.add {}
            return lifetime
        }
        onVirtualScheduler { here in
            let probe = Probe(Subject<Int, Never>().signal.take(during: lifetime))
            away.runUntilIdle()
            away.enter { lifetime.dispose() }
            #expect(probe.completions == [])
            here.runUntilIdle()
            #expect(probe.completions == [.completed])
        }
    }

    @Test("attempts wait for the answer, and only its first value counts")
    func retryWaitsForTheAnswer() {
        var attempts = 0
        let answer = Subject<Void, Oops>()
        let source = Signal<Int, Oops>.deferred {
            attempts += 1
            return .fail(Oops())
        }
        let probe = Probe(source.retry(when: { $0.flatMap(.latest) { _ in answer.signal } }))
        #expect(attempts == 1)
        answer.send()
        #expect(attempts == 2)
        probe.dispose()
        answer.send()
        #expect(attempts == 2)
        #expect(answer.observerCount == 0)
    }

    @Test("a value of the answer while an attempt runs starts no other")
    func answerDuringAnAttempt() {
        var attempts = 0
        let answer = Subject<Void, Oops>()
        let source = Subject<Int, Oops>()
        let probe = Probe(
            source.signal.on(subscribed: { attempts += 1 }).retry(when: { _ in answer.signal }))
        answer.send()
        source.send(1)
        #expect(attempts == 1)
        #expect(probe.values == [1])
    }

    @Test("a failure is forwarded when the answer has completed, failed or disappeared")
    func failurePassesWithoutAnAnswer() {
        struct Other: Error {}
        let ends: [(Subject<Void, any Error>) -> Subject<Void, any Error>?] = [
            {
                $0.complete(); return $0
            },
            {
                $0.fail(Oops()); return $0
            }, { _ in nil },
        ]
        for end in ends {
            for isWaiting in [true, false] {
                var answer: Subject<Void, any Error>? = Subject()
                let source = Subject<Int, any Error>()
                let signal = answer?.signal ?? .never
                var subscriptions = 0
                let probe = Probe(
                    Signal<Int, any Error>.deferred {
                        subscriptions += 1
                        return subscriptions == 1 && !isWaiting ? source.signal : .fail(Oops())
                    }.retry(when: { _ in signal }))
                #expect(probe.completions.isEmpty)
                answer = answer.flatMap(end)
                source.fail(Oops())
                guard case .failed(let error) = probe.completion else {
                    Issue.record("did not fail")
                    continue
                }
                #expect(error is Oops)
                #expect(probe.completions.count == 1)
            }
        }
    }

    @Test("a wait for an answer that can never arrive is released")
    func unanswerableFailurePasses() {
        let probe = Probe(
            Signal<Int, Oops>.fail(Oops()).retry(when: { _ in Signal<Int, Oops>.never }))
        #expect(probe.completions == [.failed(Oops())])
    }
}
