/// A list of groups of items, with the name of its path.
enum GroupList: String, CaseIterable, Sendable {
    /// Files that are possibly the same.
    case duplicates
    /// Pictures that look the same, by the hashes that `photopark duplicates --near` has stored.
    case near
    /// Photos of one moment, which are not duplicates.
    case bursts
}
