import Persistence
package import PhotoFeed

/// The last syncs of an account, which are known without opening its library.
package struct LastSync: Hashable, Sendable {
    /// The end of the last sync that was complete; `nil` before the first one.
    package var success: FeedTime?
    /// The end of the last sync, whatever its result was; `nil` if it is not known.
    package var attempt: FeedTime?
    /// The exit code of the last sync; `nil` if it is not known.
    package var status: Int32?

    /// Creates a record; see the properties.
    package init(success: FeedTime?, attempt: FeedTime? = nil, status: Int32? = nil) {
        self.success = success
        self.attempt = attempt
        self.status = status
    }
}

/// The row of an account in the guest database.
@Model("account")
struct AccountRow: Hashable {
    @PrimaryKey let name: String
    /// The seconds since 1970, as are those of `lastAttempt`.
    var lastSync: Int64?
    var lastAttempt: Int64?
    var lastStatus: Int32?
}

extension AccountRow {
    init(_ name: AccountName) {
        self.init(name: "\(name)", lastSync: nil, lastAttempt: nil, lastStatus: nil)
    }

    var syncs: LastSync {
        LastSync(
            success: lastSync.map { FeedTime(secondsSinceEpoch: $0) },
            attempt: lastAttempt.map { FeedTime(secondsSinceEpoch: $0) }, status: lastStatus)
    }
}
