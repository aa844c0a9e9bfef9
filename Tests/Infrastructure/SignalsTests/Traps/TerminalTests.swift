import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Terminal events")
struct TerminalTests {
    @Test("X4: an end inside the generator disposes of the token and of late resources")
    func terminalInsideTheGeneratorDisposesTheToken() {
        let journal = Journal()
        let token = Signal<Int, Oops> { observer in
            observer.onDispose { journal.write("early resource") }
            observer.complete()
            #expect(observer.isDisposed)
            observer.onDispose { journal.write("late resource") }
            journal.write("generator over")
        }.observe({ _ in }) { _ in journal.write("ended") }
        #expect(token.isDisposed)
        token.add { journal.write("added to the token") }
        #expect(
            journal.lines == [
                "ended", "early resource", "late resource", "generator over", "added to the token",
            ])
    }

    @Test("G2, R1: an end that is sent inside a delivery follows the value once for all observers")
    func terminalDuringADeliveryComesAfterTheValue() {
        let subject = Subject<Int, Oops>()
        let journal = Journal()
        for name in ["a", "b"] {
            subject.signal.observe { value in
                journal.write("\(name)\(value)")
                subject.fail(Oops())
                subject.complete()
            } ended: {
                journal.write("\(name) \($0 == .failed(Oops()) ? "failed" : "completed")")
            }
        }
        subject.send(1)
        #expect(journal.lines == ["a1", "b1", "a failed", "b failed"])
    }

    @Test("R1: the release of a subject during its delivery ends it after the value")
    func releaseDuringADeliveryEndsBehindTheValue() {
        final class Owner { let subject = Subject<Int, Never>() }
        var owner: Owner? = Owner()
        let journal = Journal()
        owner?.subject.signal.on(disposed: { journal.write("a over") }).observe {
            journal.write("a\($0)")
            owner = nil
        }
        owner?.subject.signal.on(disposed: { journal.write("b over") }).observe {
            journal.write("b\($0)")
        }
        owner?.subject.send(1)
        #expect(journal.lines == ["a1", "b1", "a over", "b over"])
    }

    @Test("G2: of two signals that end on two schedulers at once, only the first is observed")
    func endsThatCompeteGiveOne() async {
        let here = WorkScheduler(name: "here")
        let homes = [WorkScheduler(name: "left"), WorkScheduler(name: "right")]
        for _ in 0..<200 {
            let events = await withCheckedContinuation { continuation in
                here.schedule {
                    let sources = homes.enumerated().map { index, home in
                        BoundSignal<Int, Oops>(on: home) {
                            .sequence([index]).concat(index == 0 ? .empty : .fail(Oops()))
                        }.deliver(in: .here)
                    }
                    let lines = Lines()
                    Signal.race(sources[0], sources[1]).observe({ lines.add("\($0)") }) { end in
                        lines.add(end.isSuccess ? "completed" : "failed")
                        // Behind what the loser may still have on its way.
                        here.schedule(after: .milliseconds(1)) {
                            continuation.resume(returning: lines.all)
                        }
                    }
                }
            }
            #expect(events == ["0", "completed"] || events == ["1", "failed"])
        }
        for scheduler in homes + [here] { scheduler.shutDown() }
    }

    @Test("G2: of ends and values from two schedulers, one end wins and nothing follows it")
    func exactlyOneTerminalWins() async {
        let home = WorkScheduler(name: "home")
        let others = [WorkScheduler(name: "left"), WorkScheduler(name: "right")]
        for _ in 0..<1000 {
            let bound = SchedulerBound(on: home) { Subject<Int, Oops>() }
            let events = bound.signal { $0.signal.mapFailure { $0 as any Error } }
                .values(buffering: .unbounded)
            var iterator = events.makeAsyncIterator()
            // The subscription has been posted to the home scheduler before these.
            for (index, other) in others.enumerated() {
                other.schedule {
                    bound.schedule {
                        $0.send(index)
                        if index == 0 { $0.complete() } else { $0.fail(Oops()) }
                        $0.send(-1)
                    }
                }
            }
            var values: [Int] = []
            var failures = 0
            do {
                while let value = try await iterator.next() { values.append(value) }
            } catch {
                failures += 1
            }
            #expect(values == [0] && failures == 0 || values == [1] && failures == 1)
        }
        for scheduler in others + [home] { scheduler.shutDown() }
    }

    @Test("G3: a subscriber of an ended source immediately receives the end, and no value")
    func subscriptionToAnEndedSourceGetsJustTheEnd() {
        let subject = Subject<Int, Oops>()
        subject.send(1)
        subject.fail(Oops())
        let late = Probe(subject.signal)
        #expect(late.values == [])
        #expect(late.completions == [.failed(Oops())])
        #expect(late.subscription.isDisposed)
    }

    @Test("a value after the end, and a second end, are dropped")
    func sendAfterTerminationIsDropped() {
        var kept: Observer<Int, Oops>?
        let probe = Probe(Signal<Int, Oops> { kept = $0 })
        kept?.send(1)
        kept?.complete()
        kept?.send(2)
        kept?.fail(Oops())
        #expect(probe.values == [1])
        #expect(probe.completions == [.completed])
    }
}

/// The events that arrived, for a test that reads them elsewhere.
private final class Lines: Sendable {
    private let lines = Guarded<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
