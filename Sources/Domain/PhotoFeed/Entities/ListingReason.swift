/// Why a feed is listed from its beginning.
public enum ListingReason: String, Hashable, Sendable {
    /// The library is new, or has followed another source.
    case first
    /// The server has discarded the cursor.
    case cursorReset
    /// The folder had vanished; it may be there again.
    case folderVanished
}
