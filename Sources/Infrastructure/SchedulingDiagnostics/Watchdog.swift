public import Scheduling

/// Detects delays of schedulers: long runs, long waits, and cycles of waits.
///
/// It runs on a thread of its own, so it also reports work that never ends. Each work item is
/// reported at most once for each limit, and similar findings at most at a rate: see
/// `Limits.burst`.
public enum Watchdog {
    /// The limits above which the watchdog reports.
    ///
    /// Even with shorter limits, the watchdog checks running work at most once a millisecond.
    public struct Limits: Sendable {
        /// The limits for a run on the main scheduler.
        ///
        /// The default limits are a frame of the display, and a delay that users notice.
        public var main: [Duration] = [.milliseconds(16), .milliseconds(100)]
        /// The limits for a run on a work scheduler.
        public var work: [Duration] = [.seconds(1)]
        /// The limit for the time that an item waits for its turn.
        public var wait: Duration = .seconds(1)
        /// The number of similar findings that are reported at once.
        ///
        /// Findings are similar if they have one kind, scheduler and activity. Those beyond the
        /// limit are left out, and the next one that is reported has their number.
        public var burst = 10
        /// The time after which another similar finding may be reported; zero for no limit.
        public var interval: Duration = .seconds(10)
        /// Whether the schedulers record their items for the watchdog.
        ///
        /// Otherwise the watchdog finds a main queue that is blocked for longer than a limit of
        /// `main`, and schedulers that wait for each other. It then costs nothing for each item, so
        /// a release build can run it.
        public var recordsItems = true

        /// Creates the default limits.
        public init() {}

        /// The interval between two checks of the watchdog's thread.
        package var checkInterval: Duration {
            max(.milliseconds(1), min(wait, (main + work).min() ?? wait) / 2)
        }
    }

    /// One report of the watchdog.
    public struct Finding: Sendable, CustomStringConvertible {
        /// The kind of delay.
        public enum Kind: Sendable, Hashable {
            /// An item ran, or still runs.
            case run
            /// An item waited, or still waits, for its turn.
            case wait
            /// Code on the main queue blocked it, and was not an item of the main scheduler.
            ///
            /// An example is a job of the main actor.
            case block
            /// An item or other code blocked the main queue, where items are not recorded.
            case stall
            /// Each of these schedulers waits for the next one, and the last one for the first.
            case cycle([String])
        }

        /// The kind of delay.
        public let kind: Kind
        /// The scheduler that was delayed.
        public let scheduler: String
        /// The duration until now.
        public let duration: Duration
        /// The limit that was exceeded.
        public let limit: Duration
        /// The activity as `Service.method`; `nil` where it is not known.
        public let activity: String?
        /// The source line that posted the work, with its parents.
        public let provenance: Provenance?
        /// The number of similar findings that were left out since the last report of one.
        public internal(set) var leftOut = 0

        /// The finding in one sentence.
        public var description: String {
            leftOut == 0 ? sentence : "\(sentence); \(leftOut) similar ones were left out"
        }

        private var sentence: String {
            let what = activity.map { " in \($0)" } ?? ""
            let posted = provenance.map { ", posted from \($0)" } ?? ""
            if kind == .stall {
                return "the main queue has been blocked for \(duration) (limit \(limit))"
            }
            if kind == .block {
                return
                    "the main queue has been blocked outside of the items of scheduler "
                    + "'\(scheduler)' for \(duration) (limit \(limit))"
            }
            let verb =
                switch kind {
                case .run, .block, .stall: "has run"
                case .wait: "has waited"
                case .cycle(let names):
                    "has waited in the cycle "
                        + (names + names.prefix(1)).joined(separator: " → ")
                }
            return
                "an item on scheduler '\(scheduler)' \(verb) for \(duration) (limit \(limit))"
                + "\(what)\(posted)"
        }
    }

    /// A running watch: its limits and its report closure.
    struct Watch: Sendable {
        let limits: Limits
        let report: @Sendable (Finding) -> Void
    }

    private static let current = Guarded<Watch?>(nil)

    /// The running watch; `nil` while the watchdog is off.
    static var watch: Watch? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

extension Watchdog.Finding {
    init(_ cycle: WaitCycle, at now: SchedulerInstant, limit: Duration) {
        self.init(
            kind: .cycle(cycle.schedulers), scheduler: cycle.schedulers[0],
            duration: cycle.since.duration(to: now), limit: limit, activity: cycle.activity,
            provenance: cycle.provenance)
    }
}
