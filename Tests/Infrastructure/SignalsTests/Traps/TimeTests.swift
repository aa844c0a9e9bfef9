import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Time: T1")
struct TimeTests {
    private let tick = MarbleTest.tick

    @Test("T3: the value that waits in a debounce is sent or dropped at the completion")
    func debounceAtTheEnd() {
        MarbleTest.play { test in
            let line: Marbles = "-1-2---3|"
            #expect(test.record(test.cold(line).debounce(tick * 2, in: .here)) == "-----2--(3|)")
            let dropping = test.cold(line).debounce(tick * 2, in: .here, atEnd: .drop)
            #expect(test.record(dropping) == "-----2--|")
            #expect(test.record(test.cold("-1x").debounce(tick * 2, in: .here)) == "--x")
        }
    }

    @Test("T3: the value that waits in a throttle is sent or dropped at the completion")
    func throttleAtTheEnd() {
        MarbleTest.play { test in
            let line: Marbles = "-1234-|"
            #expect(test.record(test.cold(line).throttle(tick * 4, in: .here)) == "-1---4|")
            #expect(test.record(test.cold("-12|").throttle(tick * 4, in: .here)) == "-1-(2|)")
            let dropping = test.cold("-12|").throttle(tick * 4, in: .here, atEnd: .drop)
            #expect(test.record(dropping) == "-1-|")
        }
    }

    @Test("a delayed interval sends once for the periods that have passed")
    func intervalDoesNotMakeUp() {
        let scheduler = VirtualScheduler()
        var arrivals: [Int64] = []
        scheduler.enter {
            _ = Signal<Int, Never>.interval(.nanoseconds(100), in: .here).observe { count in
                arrivals += [Int64(count), scheduler.now.nanoseconds]
                if count == 0 { scheduler.advance(by: .nanoseconds(250)) }
            }
        }
        scheduler.advance(to: SchedulerInstant(nanoseconds: 500))
        #expect(arrivals == [0, 100, 1, 400, 2, 500])
    }

    @Test("T2: no timer is left after the subscription")
    func timersAreCancelled() {
        let scheduler = VirtualScheduler()
        let subject = Subject<Int, Never>()
        let leaks = LeakCheck.leaks(on: scheduler) {
            for signal in [
                subject.signal.debounce(tick, in: .here), subject.signal.throttle(tick, in: .here),
                subject.signal.delay(tick, in: .here), Signal.interval(tick, in: .here),
                Signal.timer(after: tick, in: .here).map { 1 },
            ] {
                let probe = Probe(signal)
                subject.send(1)
                probe.dispose()
            }
            let late = Probe(
                subject.signal.promoteFailure(to: Oops.self)
                    .timeout(tick, in: .here, failingWith: Oops()))
            late.dispose()
        }
        #expect(leaks == [])
    }

    @Test("a timeout fails after a silence, and not before")
    func timeoutFailsAfterASilence() {
        MarbleTest.play { test in
            let signal = test.cold("--1--2----------3|")
            let timed = signal.timeout(tick * 4, in: .here, failingWith: MarbleFailure())
            #expect(test.record(timed) == "--1--2---x")
        }
    }

    @Test("a delay shifts values and the completion, and forwards a failure immediately")
    func delayShifts() {
        MarbleTest.play { test in
            #expect(test.record(test.cold("1-2-|").delay(tick * 3, in: .here)) == "---1-2-|")
            #expect(test.record(test.cold("1-2-x").delay(tick * 3, in: .here)) == "---1x")
        }
    }

    @Test("an interval follows the clock")
    func intervalKeepsToTheClock() {
        MarbleTest.play { test in
            let counted = Signal<Int, Never>.interval(tick * 2, in: .here).take(3).map {
                Character("\($0)")
            }
            #expect(test.record(counted) == "--0-1-(2|)")
        }
    }

    @Test("a retry waits for its delay")
    func retryWaits() {
        MarbleTest.play { test in
            let signal = test.cold("-1x").retry(2, delay: .constant(tick * 2), in: .here)
            #expect(test.record(signal) == "-1---1---1x")
        }
    }

    @Test("a backoff grows up to its limit, and its jitter only shortens it")
    func backoffGrows() {
        let exact = RetryDelay.backoff(first: .seconds(1), limit: .seconds(5), jitter: 0)
        #expect((1...4).map { exact.delay($0) } == [1, 2, 4, 5].map { .seconds($0) })
        let jittered = RetryDelay.backoff(first: .seconds(1), limit: .seconds(60), jitter: 0.5)
        for _ in 0..<100 {
            #expect(Duration.seconds(1)...(.seconds(2)) ~= jittered.delay(2))
        }
    }
}
