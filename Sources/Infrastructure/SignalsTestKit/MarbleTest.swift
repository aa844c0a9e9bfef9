public import Scheduling
public import SchedulingTestKit
public import Signals

/// A test that plays lines of marbles in virtual time, and records the resulting events as a line.
///
/// ```swift
/// MarbleTest.play { test in
///     let source = test.hot("--1--2--3--|")
///     #expect(test.record(source.map { $0 }) == "--1--2--3--|")
/// }
/// ```
public final class MarbleTest {
    /// The duration of a tick on the clock of the test.
    public static let tick = Duration.milliseconds(10)

    /// The scheduler of the test.
    public let scheduler: VirtualScheduler
    /// The isolation domain of the test, for signals with a clock.
    public let home: SchedulerIsolation
    private let origin: SchedulerInstant
    private var lastTick = 0

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
        home = scheduler.home
        origin = scheduler.now
    }

    /// Runs `body` with a new test, as work of its scheduler.
    public static func play<Result>(_ body: (MarbleTest) throws -> Result) rethrows -> Result {
        let scheduler = VirtualScheduler(name: "marbles")
        return try scheduler.enter { try body(MarbleTest(scheduler)) }
    }

    /// Returns a hot signal, which sends the line's marks from now on.
    public func hot(_ marbles: Marbles) -> Signal<Character, MarbleFailure> {
        let subject = Subject<Character, MarbleFailure>()
        for (tick, mark) in marbles.marks {
            at(tick, after: .zero) {
                switch mark {
                case .value(let value): subject.send(value)
                case .completed: subject.complete()
                case .failed: subject.fail(MarbleFailure())
                case .disposed: break
                }
            }
        }
        return subject.signal
    }

    /// Returns a cold signal, which sends the line's marks from each subscription on.
    public func cold(_ marbles: Marbles) -> Signal<Character, MarbleFailure> {
        Signal { [self] observer in
            let start = origin.duration(to: scheduler.now)
            for (tick, mark) in marbles.marks {
                let work = at(tick, after: start) {
                    switch mark {
                    case .value(let value): observer.send(value)
                    case .completed: observer.complete()
                    case .failed: observer.fail(MarbleFailure())
                    case .disposed: break
                    }
                }
                observer.onDispose { work.cancel() }
            }
        }
    }

    /// Subscribes to `signal`, and returns the events of the next ticks as a line.
    ///
    /// - Parameters:
    ///   - ticks: the length of the recording in ticks.
    ///   - disposal: the tick at which the subscription is disposed of, or `nil` for never.
    public func record<Failure: Error>(
        _ signal: Signal<Character, Failure>, ticks: Int = 40, disposingAt disposal: Int? = nil
    ) -> Marbles {
        let start = scheduler.now
        let probe = Probe(signal)
        if let disposal {
            let sinceOrigin = origin.duration(to: start)
            at(disposal, after: sinceOrigin) { probe.dispose() }
        }
        scheduler.advance(to: start.advanced(by: Self.tick * ticks))
        let marks = probe.records.map { record -> (tick: Int, mark: Marbles.Mark) in
            let elapsed = start.duration(to: record.moment ?? start)
            let tick = Int(elapsed / Self.tick)
            return switch record.event {
            case .value(let value): (tick, .value(value))
            case .ended(.completed): (tick, .completed)
            case .ended(.failed): (tick, .failed)
            }
        }
        return Marbles(marks: marks)
    }

    @discardableResult
    private func at(
        _ tick: Int, after start: Duration, _ work: @escaping () -> Void
    ) -> ScheduledWork {
        let due = origin.advanced(by: start + Self.tick * tick)
        return scheduler.scheduleConfined(after: scheduler.now.duration(to: due), work)
    }
}
