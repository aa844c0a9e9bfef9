/// A change of one photo or video in a library, as its journal has recorded it.
///
/// A page of a provider is stored as a whole. So there is at most one entry for a photo and a page:
/// the difference between the states before and after the page.
///
/// In both states, `MediaNode.pathDisplay` is the path with the folder names in their own case. The
/// metadata of the picture is what the library learned of this content last.
public struct JournalEntry: Hashable, Sendable {
    /// The kind of a change.
    public enum Change: String, Hashable, Sendable {
        /// The photo was not in the library before.
        case added
        /// The photo was moved, renamed or edited.
        case changed
        /// The photo is no longer in the library.
        case removed
    }

    /// The time at which the library stored the change.
    public let time: FeedTime
    /// The identifier of the photo or video.
    public let id: NodeID
    /// The state before the change; `nil` if the photo was added.
    public let former: MediaNode?
    /// The state after the change; `nil` if the photo was removed.
    public let present: MediaNode?

    /// Creates the entry of a change; one of the two states is not `nil`.
    public init(time: FeedTime, id: NodeID, former: MediaNode?, present: MediaNode?) {
        self.time = time
        self.id = id
        self.former = former
        self.present = present
    }

    /// The kind of the change.
    public var change: Change {
        if former == nil { return .added }
        return present == nil ? .removed : .changed
    }
}

/// A position in a journal: the entries of a page are ordered by their identifiers.
public struct JournalPosition: Hashable, Sendable {
    /// The number of the page in the history of the library.
    public let page: Int64
    /// The identifier of the photo or video.
    public let id: NodeID

    /// Creates the position of the entry of `id` in page `page`.
    public init(page: Int64, id: NodeID) {
        self.page = page
        self.id = id
    }
}

/// The part of a journal to read, oldest first.
///
/// `FeedReader.journal(_:)` returns the part of a query; `continuing(after:)` makes the query of
/// the next one. A limit of less than 1 traps.
public struct JournalQuery: Hashable, Sendable {
    /// The earliest time of the entries; `nil` for all that are kept.
    public let since: FeedTime?
    /// The position after which the part begins: the `next` of the previous part.
    public let after: JournalPosition?
    /// The maximum number of entries.
    public let limit: Int

    /// Creates a query for the first `limit` entries since `since`.
    public init(limit: Int, since: FeedTime? = nil, after: JournalPosition? = nil) {
        precondition(limit > 0, "the limit of a part of a journal must be at least 1")
        self.limit = limit
        self.since = since
        self.after = after
    }

    /// Returns the same query, continued after `position`.
    public func continuing(after position: JournalPosition) -> JournalQuery {
        JournalQuery(limit: limit, since: since, after: position)
    }
}

/// A part of a journal.
public struct JournalWindow: Hashable, Sendable {
    /// The entries, oldest first.
    public let entries: [JournalEntry]
    /// The start of the next part; `nil` if this is the last.
    public let next: JournalPosition?
    /// The time since which the journal has all changes; `nil` if the library has no journal yet.
    public let start: FeedTime?

    /// Creates a part of a journal.
    public init(entries: [JournalEntry], next: JournalPosition?, start: FeedTime?) {
        self.entries = entries
        self.next = next
        self.start = start
    }
}
