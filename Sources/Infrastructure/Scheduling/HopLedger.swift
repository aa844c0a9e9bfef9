import Synchronization

/// What every scheduler ran last: where it was posted from, how long it waited and ran, and what it called.
///
/// Each scheduler has a ring of `capacity` hops, so the ledger's memory is bounded: about 100 bytes a hop, and the chain of
/// places that the hop keeps. It costs two looks at the clock, and a short lock, for each item while it is on.
public enum HopLedger {
    private static let needs: Recording = [.provenance, .times]
    private static let limit = Atomic<Int>(0)

    /// Begins to keep the last `capacity` hops of each scheduler; the hops kept so far are forgotten.
    public static func start(capacity: Int = 16_384) {
        precondition(capacity > 0, "a ledger keeps at least one hop")
        for journal in SchedulerRegistry.journals { journal.forgetHops() }
        if limit.exchange(capacity, ordering: .relaxed) == 0 { Self.needs.begin() }
    }

    /// Keeps no more hops; those that are kept stay readable.
    public static func stop() {
        if limit.exchange(0, ordering: .relaxed) > 0 { Self.needs.end() }
    }

    /// How many hops each scheduler keeps; 0 while the ledger is off.
    public static var capacity: Int { limit.load(ordering: .relaxed) }

    /// The hops of all schedulers that are there, in the order in which they began.
    public static var hops: [Hop] {
        SchedulerRegistry.journals.flatMap(\.hops).sorted { $0.beganAt < $1.beganAt }
    }

    /// The hops as a trace in Chrome's format, which Perfetto opens too: one track for each scheduler, and an arrow to each hop.
    ///
    /// The format is the JSON object form of the Trace Event Format (`{"traceEvents": [...]}`), with times in microseconds: metadata (`M`)
    /// names the tracks, complete (`X`) events are the hops, and flow events (`s` and `f`) are the arrows.
    public static func chromeTrace() -> String {
        ChromeTrace(hops: hops).text
    }
}
