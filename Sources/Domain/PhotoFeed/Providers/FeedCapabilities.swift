/// The properties of a provider's files and changes.
///
/// They tell a synchronizer how to compare folders, and what a `.cursorReset` means. They hold for
/// all servers of a provider; a `CapabilityMatrix` describes a single server.
public struct FeedCapabilities: Hashable, Sendable {
    /// The way in which a provider reports changes.
    public enum Changes: Hashable, Sendable {
        /// The provider returns the changes since a cursor.
        case cursor
        /// The provider has tags that change with the content.
        ///
        /// A run compares the tag of the whole feed with the one of its cursor. If it differs, the
        /// fetcher fails with `.cursorReset`, and the run lists the feed again.
        case tags
    }

    /// Whether the identifier of a file survives renaming and moving.
    ///
    /// Without stable identifiers, the path is the identifier. A renamed photo counts as removed
    /// and added, unless its revision and length prove which one it is.
    public let hasStableIDs: Bool
    /// Whether two paths that differ only in case are two files.
    public let hasCaseSensitivePaths: Bool
    /// The way in which the provider reports changes.
    public let changes: Changes
    /// Whether the provider sends a fingerprint of each file's content.
    public let hasContentHashes: Bool
    /// Whether no two accounts have one identifier, on whatever server they are.
    ///
    /// A user name is not unique: each server may have an account `ada`.
    public let hasUniqueAccounts: Bool
    /// Whether the provider states dates and places of photos with their thumbnails, on request.
    public let hasMediaInfo: Bool

    /// Creates capabilities; the defaults are those of a service with an interface of its own.
    public init(
        hasStableIDs: Bool = true, hasCaseSensitivePaths: Bool = false, changes: Changes = .cursor,
        hasContentHashes: Bool = true, hasUniqueAccounts: Bool = false,
        hasMediaInfo: Bool = false
    ) {
        self.hasStableIDs = hasStableIDs
        self.hasCaseSensitivePaths = hasCaseSensitivePaths
        self.changes = changes
        self.hasContentHashes = hasContentHashes
        self.hasUniqueAccounts = hasUniqueAccounts
        self.hasMediaInfo = hasMediaInfo
    }
}
