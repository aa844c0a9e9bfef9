import Logging
import Scheduling
import Synchronization
import Tracking

/// The costs of a tracker for those who track: while it is off, and within and beyond its rate.
enum TrackingCalls {
    static func run(_ harness: inout Harness) async throws {
        try await off(&harness)
        // As many as the tracker admits at once.
        try await accepted(&harness, "track-event", burst: Tracker.rate, bursts: 200)
        try await accepted(&harness, "track-event-alone", burst: 1, bursts: 5_000)
        try await excess(&harness)
    }

    /// Measures a tracker that is off; the peer tests a variable in its place.
    private static func off(_ harness: inout Harness) async throws {
        let (tracker, peer) = (Tracker.off, SwitchedCount())
        try await harness.compare(
            "track-off", .nanoseconds(per: "call"), operations: 10_000_000,
            ours: Contender("Tracker.off") { count in
                for _ in 0..<count { track(by: tracker) }
            },
            peers: Contender("an if on a Bool") { count in
                for _ in 0..<count { peer.increaseIfOn() }
            })
    }

    /// Measures events within the rate, on their own thread.
    ///
    /// The clock passes a second before each burst, and the deliveries between the bursts are not
    /// timed. The first event of a burst also starts the delivery.
    private static func accepted(
        _ harness: inout Harness, _ name: String, burst: Int, bursts: Int
    ) async throws {
        let clock = MovedClock()
        let tracker = Tracker(
            to: [DroppedEvents()], installation: TrackingID(), now: { clock.now })
        let logger = LogCalls.one
        try await harness.compare(
            name, .figure(unit: "ns/event", lessIsBetter: true),
            ours: Contender(
                "Tracker",
                figure: {
                    var sum = Duration.zero
                    for _ in 0..<bursts {
                        clock.passSecond()
                        sum += duration(of: burst) { track(by: tracker) }
                        await tracker.drained()
                    }
                    return sum / .nanoseconds(burst * bursts)
                }),
            peers: Contender(
                "swift-log's StreamLogHandler",
                figure: {
                    var sum = Duration.zero
                    for _ in 0..<bursts { sum += duration(of: burst) { log(to: logger) } }
                    return sum / .nanoseconds(burst * bursts)
                }))
        let report = tracker.report
        guard report.excessEvents == 0, report.overflowed == 0 else {
            throw Failure("the tracker left out events of \(name)")
        }
    }

    /// Measures events beyond the rate, which are counted and left out, with the system's clock.
    private static func excess(_ harness: inout Harness) async throws {
        let tracker = Tracker(to: [DroppedEvents()], installation: TrackingID())
        let logger = LogCalls.one
        try await harness.compare(
            "track-excess", .nanoseconds(per: "event"), operations: 1_000_000,
            ours: Contender("Tracker") { count in
                for _ in 0..<count { track(by: tracker) }
            },
            peers: Contender("swift-log's StreamLogHandler") { count in
                for _ in 0..<count { log(to: logger) }
            })
        let report = tracker.report
        guard report.tracked <= report.excessEvents / 100 else {
            throw Failure("the tracker admitted \(report.tracked) events")
        }
    }

    /// Tracks an event as a program does; it is not inlined, so that each call loads the words.
    @inline(never)
    private static func track(by tracker: Tracker) {
        tracker.track(.cloud, .listing, label: .dropbox, [.result: .word(.succeeded)])
    }

    /// Logs the same by the peer.
    @inline(never)
    private static func log(to logger: Logger) {
        logger.log(
            level: .error, "cloud listing", metadata: ["label": "dropbox", "result": "succeeded"])
    }

    private static func duration(of count: Int, _ operation: () -> Void) -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<count { operation() }
        return clock.now - start
    }
}

extension TrackedWord {
    fileprivate static let listing: TrackedWord = "listing"
    fileprivate static let dropbox: TrackedWord = "dropbox"
}

/// The peer of a tracker that is off: a count behind a variable that the compiler cannot know.
private final class SwitchedCount: Sendable {
    private let isOn = Atomic(false)
    private let count = Atomic(0)

    @inline(never)
    func increaseIfOn() {
        if isOn.load(ordering: .relaxed) { count.wrappingAdd(1, ordering: .relaxed) }
    }
}

/// The system's clock, which a benchmark moves forward, so that the rate admits further events.
private final class MovedClock: Sendable {
    private let scheduler = WorkScheduler(name: "clock")
    private let passed = Atomic<Int64>(0)

    var now: SchedulerInstant {
        SchedulerInstant(
            nanoseconds: scheduler.now.nanoseconds + passed.load(ordering: .relaxed))
    }

    func passSecond() { passed.wrappingAdd(1_000_000_000, ordering: .relaxed) }
}

/// A backend that drops its events, so that only the work of the tracker is measured.
private struct DroppedEvents: TrackingBackend {
    let name: TrackedWord = "dropped"

    nonisolated(nonsending) func receive(_ events: [TrackedEvent]) async {}

    nonisolated(nonsending) func forget() async {}
}
