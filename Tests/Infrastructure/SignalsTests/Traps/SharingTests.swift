import Signals
import SignalsTestKit
import Testing

@Suite("Sharing: S15, S16")
struct SharingTests {
    @Test("S15: many subscribers, who come during the connection too, share one connection")
    func oneConnectionForManySubscribers() {
        for _ in 0..<100 {
            var connections = 0
            let shared = MutableProperty(0).signal.on(subscribed: { connections += 1 }).replayLast()
            var nested: [Probe<Int, Never>] = []
            let first = Probe(shared) { _, _ in
                if nested.count < 31 { nested.append(Probe(shared)) }
            }
            #expect(connections == 1)
            #expect(first.values == [0])
            #expect(nested.allSatisfy { $0.values == [0] })
        }
    }

    @Test("S15: between the replay and the subscription no value is lost or repeated")
    func replayLosesAndRepeatsNothing() {
        let subject = Subject<Int, Never>()
        let shared = subject.signal.replayLast(2)
        let keeper = Probe(shared)
        for value in 1...3 { subject.send(value) }
        let late = Probe(shared) { probe, event in
            if event == .value(2) { subject.send(4) }
        }
        #expect(late.values == [2, 3, 4])
        #expect(keeper.values == [1, 2, 3, 4])
    }

    @Test("S15: a source that ends at once is connected to once for each who comes after")
    func synchronousSourceThroughShare() {
        var connections = 0
        let shared = Signal<Int, Never>.just(1).on(subscribed: { connections += 1 }).share()
        #expect(Probe(shared).values == [1])
        #expect(Probe(shared).values == [1])
        #expect(connections == 2)
    }

    @Test("S16: the last subscriber's leave disposes of the upstream and frees what was kept")
    func lastSubscriberFreesTheReplay() {
        let subject = Subject<Token, Never>()
        let shared = subject.signal.replayLast()
        let first = Probe(shared.ignoreValues(as: Never.self))
        let second = Probe(shared.ignoreValues(as: Never.self))
        weak var kept: Token?
        do {
            let token = Token()
            kept = token
            subject.send(token)
        }
        #expect(kept != nil)
        first.dispose()
        #expect(kept != nil)
        #expect(subject.observerCount == 1)
        second.dispose()
        #expect(kept == nil)
        #expect(subject.observerCount == 0)
    }

    @Test("S16: after the end the last value is there as long as the signal is")
    func replayAfterTheEnd() {
        var connections = 0
        var shared: Signal<Int, Oops>? = Signal.sequence([1, 2])
            .on(subscribed: { connections += 1 }).replayLast()
        for _ in 0..<2 {
            let probe = shared.map { Probe($0) }
            #expect(probe?.completions == [.completed])
        }
        #expect(shared.map { Probe($0).values } == [2])
        #expect(connections == 1)
        shared = nil
    }

    @Test("a share whose source vanishes lets its subscribers go, and begins anew")
    func vanishedSourceOfAShare() {
        var subject: Subject<Int, Never>? = Subject()
        let shared = Signal<Int, Never>.deferred { subject?.signal ?? .just(9) }.share()
        let first = Probe(shared)
        subject = nil
        #expect(first.subscription.isDisposed)
        #expect(first.completion == nil)
        #expect(Probe(shared).values == [9])
    }

    @Test("multicast uses one subscription several times")
    func multicastSharesWithinAGraph() {
        var connections = 0
        let probe = Probe(
            Signal<Int, Never>.sequence([1, 2]).on(subscribed: { connections += 1 })
                .multicast { $0.map { $0 * 10 }.merge(with: $0) })
        #expect(probe.values == [10, 1, 20, 2])
        #expect(probe.completions == [.completed])
        #expect(connections == 1)
    }

    @Test("who comes stays connected when the others leave during its replay")
    func othersLeaveDuringTheReplay() {
        let source = Subject<Int, Never>()
        let shared = source.signal.replayLast()
        let first = Probe(shared)
        source.send(1)
        let second = Probe(shared) { _, _ in first.dispose() }
        source.send(2)
        source.complete()
        #expect(second.values == [1, 2])
        #expect(second.completions == [.completed])
    }
}
