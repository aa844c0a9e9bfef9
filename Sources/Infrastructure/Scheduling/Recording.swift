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

    /// What is recorded now; work that is queued already is not touched by a change.
    public static var current: Recording {
        get { Recording(rawValue: cs_get_recorded()) }
        set { cs_set_recorded(newValue.rawValue) }
    }
}
