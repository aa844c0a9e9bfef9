public import Scheduling

/// Records what the program does, for backends that the user has switched on.
///
/// ```swift
/// let tracker = Tracker(to: [LogBackend()], installation: TrackingID())
/// tracker.track(.cloud, .signIn, label: .dropbox, [.result: .word(.succeeded)])
/// await tracker.drained()
/// ```
///
/// An event consists of words of the program's source, numbers and times, so it cannot contain a
/// path, a name or an address. It is made once, with one identity, for all backends. The events of
/// a thread reach each backend in their order.
///
/// `Tracker.off` records nothing: it has no identifiers, and calls no backend.
///
/// An error of a backend never reaches a caller: the events are counted as lost, and the first
/// error of each backend is reported.
///
/// Thread-safe. A backend is called in a task of its own, with one batch at a time. A call never
/// waits for it. It evaluates the parameters, reads the clock, and takes a short lock; an event
/// within the rate takes one more for each backend, and starts its task if none runs. While the
/// tracker is off, a call costs the test of a flag, and the parameters are not evaluated.
public final class Tracker: Sendable {
    /// The events in a second; as many are admitted at once after a pause.
    public static let rate = 100

    /// The counts of a tracker.
    public struct Report: Hashable, Sendable {
        /// The events that were passed to the backends.
        public var tracked = 0
        /// The events beyond the rate, which were left out.
        public var excessEvents = 0
        /// The parameters beyond the limit of an event, which were left out.
        public var excessParameters = 0
        /// The events that found the queue of a backend full, summed over the backends.
        public var overflowed = 0
        /// The events that a backend refused with an error, summed over the backends.
        public var failed = 0

        /// Creates the counts of a tracker without events.
        public init() {}
    }

    /// The beginning of an operation that is measured.
    public struct Start: Sendable {
        fileprivate let time: Duration
    }

    private final class Session: Sendable {
        struct State {
            var budget = EventBudget(rate: Tracker.rate)
            var number: UInt64 = 0
            var report = Report()
        }

        let installation: TrackingID
        let id = TrackingID()
        let lanes: [TrackingLane]
        let now: @Sendable () -> SchedulerInstant
        let start: SchedulerInstant
        let state = Guarded(State())

        init(
            _ installation: TrackingID, _ lanes: [TrackingLane],
            _ now: @escaping @Sendable () -> SchedulerInstant
        ) {
            self.installation = installation
            self.lanes = lanes
            self.now = now
            start = now()
        }

        var time: Duration { start.duration(to: now()) }
    }

    /// The tracker that records nothing.
    public static let off = Tracker(nil)

    /// The identifiers and the queues; `nil` while the tracker is off.
    private let session: Session?

    /// Whether events are recorded.
    public let isOn: Bool

    private init(_ session: Session?) {
        self.session = session
        isOn = session != nil
    }

    /// Creates a tracker, with a new identifier of the session.
    ///
    /// - Parameters:
    ///   - backends: the receivers of the events.
    ///   - installation: the identifier of the installation.
    ///   - now: the clock, which never goes back; without it, the system's monotonic clock.
    ///   - report: receives the name and the first error of each backend that fails, on any thread.
    public convenience init(
        to backends: [any TrackingBackend], installation: TrackingID,
        now: (@Sendable () -> SchedulerInstant)? = nil,
        reporting report: @escaping @Sendable (TrackedWord, any Error) -> Void = { _, _ in }
    ) {
        let lanes = backends.map { TrackingLane($0, reporting: report) }
        self.init(Session(installation, lanes, now ?? { .monotonicNow }))
    }

    /// The identifier of the installation; `nil` while the tracker is off.
    public var installation: TrackingID? { session?.installation }

    /// The identifier of this run of the program; `nil` while the tracker is off.
    public var sessionID: TrackingID? { session?.id }

    /// The counts.
    public var report: Report {
        guard let session else { return Report() }
        var report = session.state.withLock { $0.report }
        for losses in session.lanes.map(\.losses) {
            report.overflowed += losses.overflowed
            report.failed += losses.failed
        }
        return report
    }

    /// Records an event.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - name: what happened.
    ///   - label: the variant, such as a provider or a result.
    ///   - number: a number, such as a count.
    ///   - times: the number of occurrences that the event stands for, if it is a summary.
    ///   - parameters: further values; they are evaluated only while the tracker is on.
    @inlinable
    public func track(
        _ kind: TrackedKind, _ name: TrackedWord, label: TrackedWord? = nil, number: Int64? = nil,
        times: Int64 = 1, _ parameters: @autoclosure () -> TrackedParameters = [:]
    ) {
        guard isOn else { return }
        record(kind, name, label, number, times: times, parameters())
    }

    /// Records an error by its type and code, without its message.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - phase: the operation that failed.
    ///   - label: the variant of the operation, such as a provider.
    public func track(_ error: any Error, in phase: TrackedWord, label: TrackedWord? = nil) {
        guard isOn else { return }
        record(.error, phase, label, nil, [:], TrackedEvent.Failure(error))
    }

    /// Returns the beginning of an operation; `nil` while the tracker is off.
    public func begin() -> Start? { session.map { Start(time: $0.time) } }

    /// Records the end of an operation, with its duration as the parameter `duration`.
    ///
    /// - Parameters:
    ///   - start: the beginning; for `nil`, nothing is recorded.
    ///   - kind: the kind of a success; a failure is recorded as such, and as an error besides.
    ///   - name: the operation.
    ///   - label: the variant, such as a provider.
    ///   - error: the error with which the operation ended; `nil` if it succeeded.
    public func end(
        _ start: Start?, _ kind: TrackedKind, _ name: TrackedWord, label: TrackedWord? = nil,
        error: (any Error)? = nil
    ) {
        guard let session, let start else { return }
        let parameters: TrackedParameters = [
            .duration: .duration(session.time - start.time),
            .result: .word(error == nil ? .succeeded : .failed),
        ]
        record(kind, name, label, nil, parameters)
        if let error { track(error, in: name, label: label) }
    }

    /// Waits until the backends have received all events that were recorded before.
    nonisolated(nonsending) public func drained() async {
        for lane in session?.lanes ?? [] { await lane.drained() }
    }

    /// Removes what the backends keep, after the events that were recorded before.
    ///
    /// - Throws: the error of the first backend that fails, after all were asked.
    nonisolated(nonsending) public func forget() async throws {
        var first: (any Error)?
        for lane in session?.lanes ?? [] {
            await lane.drained()
            do { try await lane.backend.forget() } catch { first = first ?? error }
        }
        if let first { throw first }
    }

    @usableFromInline
    func record(
        _ kind: TrackedKind, _ name: TrackedWord, _ label: TrackedWord?, _ number: Int64?,
        times: Int64 = 1, _ parameters: TrackedParameters, _ failure: TrackedEvent.Failure? = nil
    ) {
        guard let session else { return }
        let time = session.time
        let eventNumber = session.state.withLock { state -> UInt64? in
            guard state.budget.admit(at: time) else {
                state.report.excessEvents += 1
                return nil
            }
            state.number += 1
            state.report.tracked += 1
            state.report.excessParameters += parameters.excess
            return state.number
        }
        guard let eventNumber else { return }
        let event = TrackedEvent(
            id: TrackedEvent.ID(session: session.id, number: eventNumber),
            installation: session.installation, time: time, kind: kind, name: name, label: label,
            number: number, times: times, parameters: parameters, failure: failure)
        for lane in session.lanes { lane.add(event) }
    }
}

extension TrackedWord {
    /// The key of the time that an operation took.
    public static let duration: TrackedWord = "duration"
    /// The key of the result of an operation.
    public static let result: TrackedWord = "result"
    /// The result of an operation that succeeded.
    public static let succeeded: TrackedWord = "succeeded"
    /// The result of an operation that failed.
    public static let failed: TrackedWord = "failed"
}
