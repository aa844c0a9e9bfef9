/// The work that the next run would do.
package struct SyncPlan: Equatable, Sendable {
    /// The reason for which the run would list the feed from its beginning; `nil` if it would not.
    package internal(set) var listing: ListingReason?
    /// The number of pages of nodes that would be stored.
    package internal(set) var pages = 0
    /// The number of changes in these pages.
    package internal(set) var changes = 0
    /// The errors of the folders and files that the server has not listed.
    package internal(set) var unlisted: [FeedError] = []
    /// The number of requests for the account of the credential: 0 or 1.
    package internal(set) var accountRequests = 0
    /// The number of thumbnails that would be requested.
    package internal(set) var thumbnails = 0
    /// The number of requests for these thumbnails.
    package internal(set) var thumbnailRequests = 0
    /// The size of these thumbnails in bytes by the last runs; `nil` without such a run.
    package internal(set) var thumbnailBytes: Int64?
    /// The seconds for a request with its waits in the last runs; `nil` without such a run.
    package internal(set) var secondsPerRequest: ClosedRange<Double>?

    init() {}
}
