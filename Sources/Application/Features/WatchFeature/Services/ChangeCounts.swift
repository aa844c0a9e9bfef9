import PhotoFeed

/// The numbers of what runs have changed, for the command of `--on-change`.
struct ChangeCounts: Hashable, Sendable {
    private var summary = ChangeSummary()
    private var thumbnails = 0
    /// The number of items of the library after the last run; `nil` if it was not counted.
    private var items: Int?

    /// The numbers of a run.
    init(_ progress: SyncProgress) {
        summary = progress.changeSummary
        thumbnails = progress.thumbnails
        items = progress.statistics?.nodes
    }

    /// Whether nothing has changed.
    var isEmpty: Bool { summary == ChangeSummary() && thumbnails == 0 }

    /// Adds the numbers of a later run.
    static func += (counts: inout Self, later: Self) {
        counts.summary += later.summary
        counts.thumbnails += later.thumbnails
        counts.items = later.items ?? counts.items
    }

    /// The environment variables of the numbers.
    var environment: [String: String] {
        [
            "PHOTOPARK_ADDED": "\(summary.added)", "PHOTOPARK_CHANGED": "\(summary.changed)",
            "PHOTOPARK_REMOVED": "\(summary.removed)", "PHOTOPARK_THUMBNAILS": "\(thumbnails)",
            "PHOTOPARK_ITEMS": items.map { "\($0)" } ?? "",
        ]
    }
}
