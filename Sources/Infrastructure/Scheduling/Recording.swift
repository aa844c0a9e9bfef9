import CScheduling

/// What schedulers record about the work that passes through them; for the whole program.
///
/// Recording costs an allocation for each posting, and with `times` two looks at the clock. Nothing is recorded in a release
/// build, and `provenance` in a debug build, until somebody says otherwise.
public struct Recording: OptionSet, Sendable {
    /// The set's bits.
    public let rawValue: UInt32

    /// The set with these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Where work was posted from, with its parents.
    public static let provenance = Recording(rawValue: UInt32(CS_RECORD_PROVENANCE))
    /// When work was posted, began and ended; what a ledger, metrics, the watchdog and `Backlog.oldestWait` live on.
    public static let times = Recording(rawValue: UInt32(CS_RECORD_TIMES))

    /// What is recorded now: what was requested, and what a ledger, a watchdog or metrics need meanwhile.
    public static var current: Recording { Recording(rawValue: cs_get_recorded()) }

    /// What the program asks for by itself; work that is queued already is not touched by a change.
    public static var requested: Recording {
        get { demand.withLock { $0.requested } }
        set { demand.withLock { $0.requested = newValue } }
    }

    private static let demand = Guarded(Demand())

    /// Records these too, until `end()` has been called as often.
    func begin() { Self.demand.withLock { $0.count(self, by: 1) } }

    /// Takes a `begin()` back.
    func end() { Self.demand.withLock { $0.count(self, by: -1) } }

    /// Who needs what; each change is made known to those who post, who look without the lock.
    private struct Demand {
        var requested = Recording.current { didSet { publish() } }
        private var provenanceUsers = 0
        private var timesUsers = 0

        mutating func count(_ kinds: Recording, by change: Int) {
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
