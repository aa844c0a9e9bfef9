import PhotoFeed

/// The wait before another attempt of what a run has left.
enum LeftParts {
    /// Returns the seconds until the earliest of these attempts; `nil` if the run has left nothing.
    ///
    /// - Parameters:
    ///   - thumbnails: the counts of the library after the run.
    ///   - originals: the wait in seconds before another attempt of an original that has failed.
    ///   - now: the time of the end of the run.
    static func wait(
        thumbnails: LibraryStatistics?, originals: Int64?, at now: FeedTime
    ) -> Int64? {
        var waits: [Int64] = []
        if let originals { waits.append(originals) }
        if let thumbnails {
            // After its first failure, a thumbnail is tried again by the next run.
            if thumbnails.pendingThumbnails > 0 { waits.append(0) }
            if let next = thumbnails.nextAttempt {
                let (wait, isHuge) = next.secondsSinceEpoch
                    .subtractingReportingOverflow(now.secondsSinceEpoch)
                // Only a damaged library has such a time.
                waits.append(isHuge ? 0 : wait)
            }
        }
        return waits.min()
    }
}
