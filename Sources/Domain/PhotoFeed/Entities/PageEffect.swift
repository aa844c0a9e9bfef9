/// What a page changed in the library.
public struct PageEffect: Hashable, Sendable {
    /// Photos and videos that were not there before.
    public package(set) var added = 0
    /// Photos and videos that were there, and differ now.
    public package(set) var changed = 0
    /// Photos and videos that are not there any more.
    public package(set) var removed = 0

    /// No effect.
    public init() {}

    /// Counts `rhs` in.
    ///
    /// What has moved is found as removed first, which an earlier run, killed since, may have counted.
    public static func += (lhs: inout Self, rhs: Self) {
        lhs.added += rhs.added
        lhs.changed += rhs.changed
        lhs.removed = max(0, lhs.removed + rhs.removed)
    }
}
