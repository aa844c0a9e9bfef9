/// The reason for listing a feed from its beginning.
public enum ListingReason: String, Hashable, Sendable {
    /// The library is new, or followed another source before.
    case first
    /// The server has discarded the cursor.
    case cursorReset
    /// The content has changed, and the provider has change tags instead of a list of changes.
    case contentChanged
    /// The folder was missing; it may exist again.
    case folderVanished
}
