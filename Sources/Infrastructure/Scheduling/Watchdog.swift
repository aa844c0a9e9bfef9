import Foundation
import Logging
import Synchronization

/// Looks after schedulers that are held up: work that runs too long, queues that wait too long, schedulers that block each other.
///
/// It looks from a thread of its own, so what never ends is reported too; each piece of work at most once for each limit.
public enum Watchdog {
    /// What is too long.
    ///
    /// However short they are, the watchdog looks at what still runs once a millisecond at most.
    public struct Limits: Sendable {
        /// How long an item of the main scheduler may run: a frame of the display, and what a person notices.
        public var main: [Duration] = [.milliseconds(16), .milliseconds(100)]
        /// How long an item of a work scheduler may run.
        public var work: [Duration] = [.seconds(1)]
        /// How long an item may wait for its turn.
        public var wait: Duration = .seconds(1)

        /// The usual limits.
        public init() {}

        /// How long the watchdog's thread sleeps between two looks.
        package var patrolPeriod: Duration {
            max(.milliseconds(1), min(wait, (main + work).min() ?? wait) / 2)
        }
    }

    /// Something that took too long.
    public struct Finding: Sendable, CustomStringConvertible {
        /// What took too long.
        public enum Kind: Sendable, Hashable {
            /// An item ran, or still runs.
            case run
            /// An item waited, or still waits, for its turn.
            case wait
            /// Code on the main queue that is not an item of the main scheduler, such as a job of the main actor, kept the queue from
            /// running anything else.
            case block
            /// An item waits for another scheduler, which waits for the next of these, and the last one for the first.
            case cycle([String])
        }

        /// What took too long.
        public let kind: Kind
        /// The scheduler that was held up.
        public let scheduler: String
        /// How long it took until now.
        public let duration: Duration
        /// The limit that was passed.
        public let limit: Duration
        /// `Service.method`, as far as that is known.
        public let activity: String?
        /// Where the work was posted from, with its parents.
        public let provenance: Provenance?

        /// The finding in a sentence.
        public var description: String {
            let what = activity.map { " in \($0)" } ?? ""
            let posted = provenance.map { ", posted from \($0)" } ?? ""
            if kind == .block {
                return
                    "the main queue has been blocked outside of the items of scheduler '\(scheduler)' for \(duration) (limit \(limit))"
            }
            let verb =
                switch kind {
                case .run, .block: "has run"
                case .wait: "has waited"
                case .cycle(let names):
                    "has waited in the cycle \((names + names.prefix(1)).joined(separator: " → "))"
                }
            return
                "an item on scheduler '\(scheduler)' \(verb) for \(duration) (limit \(limit))\(what)\(posted)"
        }
    }

    /// A watch that is kept: what is too long, and who is told.
    struct Watch: Sendable {
        let limits: Limits
        let report: @Sendable (Finding) -> Void
    }

    private static let needs: Recording = [.provenance, .times]
    private static let state = Guarded<(watch: Watch?, patrol: Patrol?)>((nil, nil))

    /// Begins to watch all schedulers, in place of a watch that was begun before.
    ///
    /// - Parameters:
    ///   - limits: what is too long.
    ///   - report: is told of each finding, on the watchdog's thread or the scheduler's; without it, findings are logged.
    public static func start(
        _ limits: Limits = Limits(), report: (@Sendable (Finding) -> Void)? = nil
    ) {
        let logger = Logger(label: "scheduling.watchdog")
        let watch = Watch(limits: limits, report: report ?? { logger.warning("\($0)") })
        let patrol = Patrol(period: limits.patrolPeriod)
        needs.begin()
        let former = state.withLock { state in
            defer { state = (watch, patrol) }
            return state.patrol
        }
        end(former)
    }

    /// Ends the watch.
    public static func stop() {
        let former = state.withLock { state in
            defer { state = (nil, nil) }
            return state.patrol
        }
        end(former)
    }

    private static func end(_ patrol: Patrol?) {
        guard let patrol else { return }
        patrol.end()
        needs.end()
    }

    static var watch: Watch? { state.withLock { $0.watch } }

    /// Looks at every scheduler, as if it were `now`.
    static func patrol(at now: SchedulerInstant) {
        for journal in SchedulerRegistry.journals {
            journal.reportRuns(at: now)
            journal.reportWaiting(at: now)
        }
        guard let watch else { return }
        WaitGraph.reportCycles(at: now, to: watch)
        MainQueueProbe.shared.look(at: now, watch)
    }

    /// The thread that looks.
    private final class Patrol: Sendable {
        private let parker = Parker()
        private let hasEnded = Atomic<Bool>(false)

        init(period: Duration) {
            SystemThread.start("watchdog") { [self] in
                while !hasEnded.load(ordering: .acquiring) {
                    parker.park(until: SchedulerInstant.monotonicNow.advanced(by: period))
                    patrol(at: .monotonicNow)
                }
            }
        }

        func end() {
            hasEnded.store(true, ordering: .releasing)
            parker.unpark()
        }
    }
}
