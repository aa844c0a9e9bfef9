import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Sharing")
struct SharingTests {
    @Test("L6: many subscribers share one connection, also those that join while it is made")
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

    @Test("R2: between the replay and the subscription no value is lost or repeated")
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

    @Test("a source that ends immediately is connected once for each later subscriber")
    func synchronousSourceThroughShare() {
        var connections = 0
        let shared = Signal<Int, Never>.just(1).on(subscribed: { connections += 1 }).share()
        #expect(Probe(shared).values == [1])
        #expect(Probe(shared).values == [1])
        #expect(connections == 2)
    }

    @Test("L6: the last subscription disposes of the upstream and frees the kept values")
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

    @Test("L6: after the end the last value lives as long as the signal")
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

    @Test("a share whose source disappears ends its subscriptions, and starts again")
    func vanishedSourceOfAShare() {
        var subject: Subject<Int, Never>? = Subject()
        let shared = Signal<Int, Never>.deferred { subject?.signal ?? .just(9) }.share()
        let first = Probe(shared)
        subject = nil
        #expect(first.subscription.isDisposed)
        #expect(first.completion == nil)
        #expect(Probe(shared).values == [9])
    }

    @Test(
        "a share leaves its upstream before it ends, so that a retry restarts a shared upstream",
        arguments: [1, 100])
    func shareAboveAShareStartsAgain(operators: Int) async {
        await onSmallStack {
            onVirtualScheduler { _ in
                let source = Subject<Int, Oops>()
                let counted = source.signal.scan(0) { count, _ in count + 1 }.share()
                let failing = counted.tryMap { (count) throws(Oops) in
                    if count == 2 { throw Oops() }
                    return count
                }
                let chain = (0..<operators).reduce(failing.share()) { chain, _ in chain.share() }
                let probe = Probe(chain.retry(2))
                for value in 1...5 { source.send(value) }
                // The second and the fourth value end an attempt, whose count is then released.
                #expect(probe.values == [1, 1, 1])
                #expect(source.observerCount == 1)
                probe.dispose()
                #expect(source.observerCount == 0)
            }
        }
    }

    @Test("a lingering share keeps its connection and its replay for the interval")
    func lingeringShareKeepsItsConnection() {
        for replayed in 0...2 {
            onVirtualScheduler { scheduler in
                var connections = 0
                let source = Subject<Int, Never>()
                let upstream = source.signal.on(subscribed: { connections += 1 })
                let shared =
                    replayed == 0
                    ? upstream.share(lingering: .seconds(1), in: .here)
                    : upstream.replayLast(replayed, lingering: .seconds(1), in: .here)
                let first = Probe(shared)
                for value in 1...3 { source.send(value) }
                first.dispose()
                scheduler.advance(by: .milliseconds(999))
                source.send(4)
                let second = Probe(shared)
                scheduler.advance(by: .seconds(2))
                source.send(5)
                #expect(second.values == [3, 4].suffix(replayed) + [5])
                #expect(connections == 1)
                second.dispose()
                scheduler.advance(by: .milliseconds(999))
                #expect(source.observerCount == 1)
                scheduler.advance(by: .milliseconds(1))
                #expect(source.observerCount == 0)
                #expect(Probe(shared).values == [])
                #expect(connections == 2)
            }
        }
    }

    @Test("a lingering share whose source ends without subscribers leaves no timer")
    func sourceEndsDuringTheLinger() {
        let ends: [@Sendable (inout Subject<Int, Never>?) -> Void] = [
            { $0?.complete() }, { $0 = nil },
        ]
        for end in ends {
            let scheduler = VirtualScheduler()
            let leaks = LeakCheck.leaks(on: scheduler) {
                var source: Subject<Int, Never>? = Subject()
                let shared = source?.signal.replayLast(lingering: .seconds(1), in: .here)
                shared.map { Probe($0) }?.dispose()
                end(&source)
            }
            #expect(leaks == [])
        }
    }

    @Test("a retry fetches again before a replay, and not behind it")
    func retryBelongsBeforeAReplay() {
        func attempts(_ build: (Signal<Int, Oops>) -> Signal<Int, Oops>) -> Int {
            var attempts = 0
            let failing = Signal<Int, Oops>.fail(Oops()).on(subscribed: { attempts += 1 })
            _ = Probe(build(failing))
            return attempts
        }
        #expect(attempts { $0.retry(2).replayLast() } == 3)
        #expect(attempts { $0.replayLast().retry(2) } == 1)
    }

    #if !os(iOS) && DEBUG  // an optimised build traps without a message
        @Test("a lingering share outside of every scheduler traps")
        func lingeringShareNeedsAClock() async throws {
            let result = try await #require(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                Signal<Int, Never>.never.share(lingering: .seconds(1), in: .here).observe { _ in }
            }
            let report = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(report.contains("begins on a foreign thread"))
        }
    #endif

    @Test("a replaying subject gives late subscribers its last values, and its end")
    func replayingSubject() {
        for end in [Completion.completed, .failed(Oops())] {
            let subject = Subject<Int, Oops>(replaying: 2)
            let early = Probe(subject.signal)
            for value in 1...3 { subject.send(value) }
            let late = Probe(subject.signal)
            subject.send(4)
            subject.end(end)
            subject.send(5)
            let later = Probe(subject.signal)
            #expect(early.values == [1, 2, 3, 4])
            #expect(late.values == [2, 3, 4])
            #expect(later.values == [3, 4])
            #expect([early, late, later].allSatisfy { $0.completions == [end] })
        }
    }

    @Test("a subscriber of a replaying subject during a delivery receives each value once")
    func replayDuringADelivery() {
        let subject = Subject<Int, Never>(replaying: 2)
        var late: [Probe<Int, Never>] = []
        let early = Probe(subject.signal) { _, event in
            guard event == .value(1) else { return }
            late.append(Probe(subject.signal))
            subject.send(2)
            late.append(Probe(subject.signal))
            subject.send(3)
            late.append(Probe(subject.signal))
        }
        subject.send(1)
        #expect(early.values == [1, 2, 3])
        #expect(late.map(\.values) == [[1, 2, 3], [1, 2, 3], [2, 3]])
    }

    @Test("the deinit of a value that leaves the replay may send")
    func displacedReplayMaySend() {
        let subject = Subject<Mortal, Never>(replaying: 1)
        var seen: [Int] = []
        subject.signal.observe { seen.append($0.id) }
        subject.send(Mortal(1) { [weak subject] in subject?.send(Mortal(3) {}) })
        subject.send(Mortal(2) {})
        #expect(seen == [1, 2, 3])
        var late: [Int] = []
        subject.signal.observe { late.append($0.id) }
        #expect(late == [3])
    }

    @Test("a replaying subject can be multicast to, and frees its values with its signals")
    func multicastToAReplayingSubject() {
        weak var kept: Token?
        do {
            let subject = Subject<Token, Never>(replaying: 1)
            do {
                let token = Token()
                kept = token
                Signal<Token, Never>.just(token).multicast(to: subject)
            }
            #expect(kept != nil)
            #expect(Probe(subject.signal).values.map { $0 === kept } == [true])
        }
        #expect(kept == nil)
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

    @Test("a subscriber stays connected when the others leave during its replay")
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
