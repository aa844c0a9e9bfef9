/// The number of changes that a page made in the library.
public struct ChangeSummary: Hashable, Sendable {
    /// The number of photos and videos that were added.
    public package(set) var added = 0
    /// The number of photos and videos that were changed.
    public package(set) var changed = 0
    /// The number of photos and videos that were removed.
    public package(set) var removed = 0

    /// Creates an effect without changes.
    public init() {}

    /// Adds the numbers of `rhs`.
    ///
    /// A moved photo counts as removed first; when it is found again, its page subtracts 1. Without
    /// an identifier it counts as added, too. Both may have been counted by an earlier run that was
    /// killed, so the sums are limited to zero.
    public static func += (lhs: inout Self, rhs: Self) {
        lhs.added = max(0, lhs.added + rhs.added)
        lhs.changed += rhs.changed
        lhs.removed = max(0, lhs.removed + rhs.removed)
    }
}
