import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

/// Every law, for every operator of the table.
@Suite("Operator conformance")
struct ConformanceTests {
    @Test("building an operator does not subscribe", arguments: Operator.all)
    func buildingIsCold(_ tested: Operator) {
        onVirtualScheduler { _ in
            var subscriptions = 0
            let source = Signal<Int, Oops> { _ in subscriptions += 1 }
            _ = tested.apply(source, Token())
            #expect(subscriptions == 0)
        }
    }

    @Test("G1: the event grammar holds for every upstream", arguments: Operator.all)
    func grammar(_ tested: Operator) {
        for end in End.allCases {
            onVirtualScheduler { scheduler in
                var producers: [Observer<Int, Oops>] = []
                let probe = Probe(
                    tested.apply(Signal { producers.append($0) }, Token()))
                // Values and ends after the end, by a producer that does not care.
                for round in 0..<4 {
                    for producer in producers {
                        for value in 1...4 { producer.send(value * (round + 1)) }
                        switch end {
                        case .completed: producer.complete()
                        case .failed: producer.fail(Oops())
                        case .never: break
                        }
                        producer.send(99)
                        producer.complete()
                    }
                    scheduler.advance(by: .seconds(1))
                }
                #expect(probe.isGrammatical)
            }
        }
    }

    @Test("synchronous and asynchronous upstreams give the same result", arguments: Operator.all)
    func synchronousAndAsynchronousAgree(_ tested: Operator) {
        for end in [End.completed, .failed] {
            let (now, later) = onVirtualScheduler { scheduler in
                let now = Probe(tested.apply(immediate(end), Token()))
                scheduler.advance(by: .seconds(1))
                let later = Probe(tested.apply(delayed(end), Token()))
                scheduler.advance(by: .seconds(1))
                return (now, later)
            }
            let agree = now.values == later.values && now.completions == later.completions
            if let (ends, reason) = tested.difference, ends.contains(end) {
                // A row whose outcomes agree has no need of its reason.
                #expect(!agree, "\(end): \(reason)")
            } else {
                #expect(agree, "\(end): \(now.values), and later \(later.values)")
            }
        }
    }

    @Test("a second subscription starts from the beginning", arguments: Operator.all)
    func subscriptionsAreIndependent(_ tested: Operator) {
        onVirtualScheduler { scheduler in
            let signal = tested.apply(immediate(.completed), Token())
            let first = Probe(signal)
            scheduler.advance(by: .seconds(1))
            let second = Probe(signal)
            scheduler.advance(by: .seconds(1))
            // A replay that has ended gives its last value again.
            if !tested.replays { #expect(first.values == second.values) }
            #expect(first.completions == second.completions)
        }
    }

    @Test("no event arrives after disposal at any step", arguments: Operator.all)
    func disposalAtEveryStep(_ tested: Operator) {
        for end in End.allCases {
            for step in 0..<8 {
                onVirtualScheduler { scheduler in
                    // From inside, at the step-th event.
                    let inside = Probe(tested.apply(immediate(end), Token())) { probe, _ in
                        if probe.records.count == step + 1 { probe.dispose() }
                    }
                    scheduler.advance(by: .seconds(1))
                    #expect(inside.records.count <= step + 1)
                    let later = Probe(tested.apply(delayed(end), Token())) { probe, _ in
                        if probe.records.count == step + 1 { probe.dispose() }
                    }
                    scheduler.advance(by: .seconds(1))
                    #expect(later.records.count <= step + 1)
                    // From outside, between two events.
                    let outside = Probe(tested.apply(delayed(end), Token()))
                    scheduler.advance(by: .milliseconds(step * 10 + 1))
                    let count = outside.records.count
                    outside.dispose()
                    scheduler.advance(by: .seconds(1))
                    #expect(outside.records.count == count)
                }
            }
        }
    }

    @Test("the upstream is released at the end and at disposal", arguments: Operator.all)
    func upstreamIsLetGo(_ tested: Operator) {
        onVirtualScheduler { scheduler in
            let subject = Subject<Int, Oops>()
            let disposed = Probe(tested.apply(subject.signal, Token()))
            subject.send(1)
            disposed.dispose()
            scheduler.linger(for: tested)
            #expect(subject.observerCount == 0)
            let ended = Probe(tested.apply(subject.signal, Token()))
            subject.send(1)
            subject.complete()
            scheduler.advance(by: .seconds(10))
            #expect(subject.observerCount == 0)
            #expect(ended.isGrammatical)
        }
    }

    @Test(
        "L3: every closure is released after each kind of end", arguments: Operator.all)
    func closuresAreReleased(_ tested: Operator) {
        for (kind, over) in Self.waysToBeOver {
            weak var seen: Token?
            // The producer keeps its observer without end.
            let kept = Producers()
            onVirtualScheduler { scheduler in
                do {
                    let token = Token()
                    seen = token
                    let signal = tested.apply(Signal { kept.observers.append($0) }, token)
                    let subscription = signal.observe({ _ in }) { [token] _ in _ = token }
                    for _ in 0..<4 {
                        over(kept, subscription)
                        scheduler.advance(by: .seconds(1))
                    }
                }
                scheduler.advance(by: .seconds(20))
            }
            #expect(seen == nil, "\(tested.name) after \(kind)")
        }
    }

    @Test("L2: the subscription ends when its source disappears", arguments: Operator.all)
    func disappearanceEndsTheSubscription(_ tested: Operator) {
        for sends in [false, true] {
            onVirtualScheduler { scheduler in
                let kept = Producers()
                let owner = Disposable()
                var isOver = false
                var hasEnded = false
                tested.apply(Signal { kept.observers.append($0) }, Token())
                    .on(disposed: { isOver = true })
                    .observe(within: owner, { _ in }, ended: { _ in hasEnded = true })
                for _ in 0..<4 {
                    if sends { kept.forEach { $0.send(1) } }
                    // Inner signals that wait their turn subscribe when others have gone.
                    let gone = kept.observers
                    kept.observers = []
                    withExtendedLifetime(gone) {}
                    scheduler.advance(by: .seconds(1))
                }
                scheduler.advance(by: .seconds(10))
                // A row that is over has no need of its reason.
                let shouldContinue = tested.survival != nil && !hasEnded
                #expect(isOver != shouldContinue, "\(tested.survival ?? "")")
            }
        }
    }

    @Test("no timer and no subscription remain", arguments: Operator.all)
    func nothingIsLeft(_ tested: Operator) {
        let scheduler = VirtualScheduler()
        let leaks = LeakCheck.leaks(on: scheduler) {
            for end in End.allCases {
                let probe = Probe(tested.apply(immediate(end), Token()))
                scheduler.advance(by: .milliseconds(1))
                probe.dispose()
                scheduler.linger(for: tested)
            }
        }
        #expect(leaks == [])
    }

    private static let waysToBeOver: [(String, @Sendable (Producers, Disposable) -> Void)] =
        [
            (
                "completion",
                { producers, _ in
                    // Inner signals that wait their turn subscribe when others have ended.
                    producers.forEach {
                        $0.send(1)
                        $0.complete()
                    }
                }
            ),
            (
                "failure",
                { producers, _ in
                    producers.forEach {
                        $0.send(1)
                        $0.fail(Oops())
                    }
                }
            ),
            (
                "disposal",
                { producers, subscription in
                    producers.forEach { $0.send(1) }
                    subscription.dispose()
                }
            ),
            (
                "the producer's disappearance",
                { producers, _ in
                    // Inner signals that wait their turn subscribe when others have gone.
                    let gone = producers.observers
                    producers.observers = []
                    withExtendedLifetime(gone) {}
                }
            ),
        ]

    private func immediate(_ end: End) -> Signal<Int, Oops> {
        Signal.sequence(1...5).concat(ending(end))
    }

    private func delayed(_ end: End) -> Signal<Int, Oops> {
        Signal<Int, Oops>.interval(.milliseconds(10), in: .here).map { $0 + 1 }.take(5).concat(
            ending(end))
    }

    private func ending(_ end: End) -> Signal<Int, Oops> {
        switch end {
        case .completed: .empty
        case .failed: .fail(Oops())
        case .never: .never
        }
    }
}

extension VirtualScheduler {
    /// Advances the clock by the linger time of `tested`, once for each link of a chain.
    func linger(for tested: Operator, length: Int = 1) {
        if tested.linger > .zero { advance(by: tested.linger * length) }
    }
}

/// The observers of a source, which are never let go.
final class Producers {
    var observers: [Observer<Int, Oops>] = []

    /// Visits them all, and some of those that subscribe meanwhile.
    func forEach(_ act: (Observer<Int, Oops>) -> Void) {
        var index = 0
        while index < observers.count, index < 10 {
            act(observers[index])
            index += 1
        }
    }
}
