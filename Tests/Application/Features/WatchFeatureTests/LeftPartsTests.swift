import PhotoFeed
import Testing

@testable import WatchFeature

/// The waits of all combinations of what a run may leave.
@Suite struct LeftPartsTests {
    private static let now = FeedTime(secondsSinceEpoch: 1_000)
    private static let originals: [Int64?] = [nil, 0, 900, 3_600]
    private static let pending = [0, 3]
    private static let attempts: [Int64?] = [nil, 0, 60, 1_800]

    @Test(arguments: originals, attempts)
    func thePartThatIsDueFirstSetsTheWait(_ originals: Int64?, _ attempt: Int64?) {
        for pending in Self.pending {
            let thumbnails = LibraryStatistics(
                nodes: 9, thumbnails: 0, failedThumbnails: 0, pendingThumbnails: pending,
                nextAttempt: attempt.map { FeedTime(secondsSinceEpoch: 1_000 + $0) })
            let waits = [originals, pending > 0 ? 0 : nil, attempt].compactMap(\.self)
            let wait = LeftParts.wait(thumbnails: thumbnails, originals: originals, at: Self.now)
            #expect(wait == waits.min())
        }
        let wait = LeftParts.wait(thumbnails: nil, originals: originals, at: Self.now)
        #expect(wait == originals)
    }

    @Test func aTimeOfADamagedLibraryIsNoWait() {
        let thumbnails = LibraryStatistics(
            nodes: 1, thumbnails: 0, failedThumbnails: 0, pendingThumbnails: 0,
            nextAttempt: FeedTime(secondsSinceEpoch: .min))
        #expect(LeftParts.wait(thumbnails: thumbnails, originals: nil, at: Self.now) == 0)
    }
}
