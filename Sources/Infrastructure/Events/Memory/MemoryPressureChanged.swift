/// An event while memory runs short: receivers release caches and other data that they can
/// recreate.
public struct MemoryPressureChanged: Event {
    /// The degree of the shortage.
    public enum Level: Int, Comparable, Sendable, CaseIterable {
        /// Work is slowed down, or little memory is left.
        case moderate
        /// The system is about to kill processes.
        case critical

        /// Whether the first one is less severe.
        public static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The degree of the shortage.
    public let level: Level

    /// Creates an event, for your own source of levels.
    public init(level: Level) { self.level = level }
}
