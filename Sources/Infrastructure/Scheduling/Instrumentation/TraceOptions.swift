import CScheduling

/// The kinds of data that all schedulers of the program record about their work.
///
/// Tracing costs an allocation for each post, and with `times` two reads of the clock. By
/// default, a debug build records `provenance`, and a release build records nothing.
public struct TraceOptions: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt32

    /// Creates a set with these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The source line that posted the work, with its parents.
    public static let provenance = TraceOptions(rawValue: UInt32(CS_RECORD_PROVENANCE))
    /// The moments at which work was posted, began and ended.
    ///
    /// A recorder, metrics, the watchdog and `Backlog.oldestWait` need them.
    public static let times = TraceOptions(rawValue: UInt32(CS_RECORD_TIMES))

    /// The kinds of data recorded now.
    ///
    /// These are the requested ones, and those that a recorder, a watchdog or metrics need.
    public static var current: TraceOptions { TraceOptions(rawValue: cs_get_recorded()) }

    /// The kinds that the program requests; a change does not affect work that is already queued.
    public static var requested: TraceOptions {
        get { demand.withLock { $0.requested } }
        set { demand.withLock { $0.requested = newValue } }
    }

    private static let demand = Guarded(Demand())

    /// Records these kinds, too, until `end()` has been called once for each `begin()`.
    package func begin() { Self.demand.withLock { $0.count(self, by: 1) } }

    /// Reverts one `begin()`.
    package func end() { Self.demand.withLock { $0.count(self, by: -1) } }

    /// The number of users of each kind of data.
    ///
    /// Each change is published for the posting threads, which read it without a lock.
    private struct Demand {
        var requested = TraceOptions.current { didSet { publish() } }
        private var provenanceUsers = 0
        private var timesUsers = 0

        mutating func count(_ kinds: TraceOptions, by change: Int) {
            if kinds.contains(.provenance) { provenanceUsers += change }
            if kinds.contains(.times) { timesUsers += change }
            publish()
        }

        private func publish() {
            var recorded = requested
            if provenanceUsers > 0 { recorded.insert(.provenance) }
            if timesUsers > 0 { recorded.insert(.times) }
            cs_set_recorded(recorded.rawValue)
        }
    }
}
