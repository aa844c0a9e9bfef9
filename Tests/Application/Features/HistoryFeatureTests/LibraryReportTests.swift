import Foundation
import PhotoFeed
import Testing

@testable import HistoryFeature

/// The lines of `photopark status`.
@Suite struct LibraryReportTests {
    private let end = FeedTime(secondsSinceEpoch: 1_717_164_245)

    private func summary(
        _ outcome: SyncSummary.Outcome, bytes: Int64 = 0, waits: [SyncWait] = []
    ) -> SyncSummary {
        SyncSummary(
            duration: .seconds(12), outcome: outcome, pages: 2, changes: ChangeSummary(),
            thumbnails: 3, failedThumbnails: 0, bytes: bytes, waits: waits)
    }

    private func report(
        _ syncs: [SyncRecord], nodes: Int = 1_200, thumbnails: Int = 1_200, otherSize: Int = 0,
        failed: Int = 0, unsupported: Int = 0, pending: Int = 0,
        originals: OriginalsCounts? = nil
    ) -> LibraryReport {
        LibraryReport(
            account: "home", folder: "/photos",
            statistics: LibraryStatistics(
                nodes: nodes, thumbnails: thumbnails, otherSizeThumbnails: otherSize,
                failedThumbnails: failed, unsupportedThumbnails: unsupported,
                pendingThumbnails: pending),
            originals: originals, syncs: syncs)
    }

    @Test func aTableHasASyncInEachRow() {
        let wait = SyncWait(
            reason: .rateLimit, cause: .status(429), count: 2, duration: .seconds(4))
        let lines = report([
            SyncRecord(end: end, summary: summary(.finished, bytes: 8_000, waits: [wait])),
            SyncRecord(
                end: end, summary: summary(.failed(code: "network", message: "no \u{1B}route"))),
        ]).lines(isNamed: true)
        #expect(
            lines == [
                "home:", "The library lists 1,200 photos and videos: 1,200 with a thumbnail.",
                "END                  TIME  ADDED  CHANGED  REMOVED  THUMBNAILS  SPEED     "
                    + "WAITS                   RESULT",
                "2024-05-31 14:04:05  12 s  0      0        0        3           1.0 kB/s  "
                    + "4.0 s rate limit (429)  finished",
                "2024-05-31 14:04:05  12 s  0      0        0        3           -         "
                    + "-                       failed: no \\u{1B}route",
            ], "\(lines.joined(separator: "\n"))")
    }

    @Test(arguments: [
        (40, "END                  ADDED  RESULT"),
        (49, "END                  ADDED  CHANGED  RESULT"),
        (80, "END                  TIME  ADDED  CHANGED  REMOVED  THUMBNAILS  SPEED  RESULT"),
        (20, "END                  RESULT"),
    ])
    func aNarrowTerminalHasFewerColumns(_ width: Int, _ heading: String) {
        let lines = report([SyncRecord(end: end, summary: summary(.finished))])
            .lines(isNamed: false, width: width)
        #expect(lines[1] == heading)
        #expect(lines[2].hasSuffix("  finished"))
        #expect(width < 40 || lines[2].count <= width)
    }

    @Test func onePhotoIsNotSeveral() {
        #expect(
            report([], nodes: 1, thumbnails: 1).lines(isNamed: false)[0]
                == "The library lists 1 photo or video: 1 with a thumbnail.")
    }

    @Test func aSpeedBeyondEachNumberHasAText() {
        let fast = SyncSummary(
            duration: .milliseconds(500), outcome: .finished, pages: 2, changes: ChangeSummary(),
            thumbnails: 3, failedThumbnails: 0, bytes: .max, waits: [])
        let lines = report([SyncRecord(end: end, summary: fast)]).lines(isNamed: false)
        #expect(lines.last?.contains(" TB/s") == true, "\(lines.joined(separator: "\n"))")
    }

    @Test func thePartsOfTheMissingThumbnailsHaveTheirSum() {
        // One of the three that have failed is requested again.
        let lines = report(
            [], nodes: 30, thumbnails: 22, failed: 3, unsupported: 5, pending: 1
        ).lines(isNamed: false)
        #expect(
            lines == [
                "The library lists 30 photos and videos: 22 with a thumbnail.",
                "Missing: 1 thumbnail to fetch, 2 that could not be fetched, "
                    + "5 that the server does not make.",
                "No sync is recorded yet.",
            ])
    }

    @Test func thumbnailsInAnotherSizeAreNotMissing() {
        let lines = report([], otherSize: 1_100, pending: 1_100).lines(isNamed: false)
        #expect(
            lines.dropFirst() == [
                "In another size: 1,100 thumbnails to fetch again.", "No sync is recorded yet.",
            ])
    }

    @Test func eachOriginalIsInOneNumber() {
        var originals = OriginalsCounts()
        originals.inPlace = 1_000
        #expect(
            report([], nodes: 1_000, thumbnails: 1_000, originals: originals)
                .lines(isNamed: false).dropFirst() == [
                    "Originals: 1,000 in place.", "No sync is recorded yet.",
                ])
        #expect(
            report([], originals: originals).lines(isNamed: false)[1]
                == "Originals: 1,000 in place, 200 not chosen.")
        (originals.missing, originals.failed, originals.stopped) = (190, 3, 1)
        (originals.damaged, originals.unreadable, originals.unknown) = (4, 5, 6)
        (originals.edited, originals.deleted) = (7, 20)
        #expect(
            report([], originals: originals).lines(isNamed: false)[1]
                == "Originals: 1,000 in place, 7 of them edited, 4 damaged, 5 unreadable, "
                + "6 not a file, 190 to download, 3 that could not be downloaded, "
                + "1 that you have stopped, 11 not chosen. 20 files of deleted photos.")
    }

    @Test func aLineOfJSONHasEveryKey() throws {
        let wait = SyncWait(
            reason: .failure, cause: .connectionRefused, count: 1, duration: .seconds(1))
        let record = SyncRecord(
            end: end,
            summary: summary(.failed(code: "network", message: "no"), bytes: 11, waits: [wait]))
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(report([record]).json.utf8))
                as? [String: Any])
        #expect(
            object.keys.sorted() == [
                "account", "damaged_originals", "deleted_originals", "edited_originals",
                "failed_originals", "failed_thumbnails", "items", "library",
                "missing_originals", "originals", "other_size_thumbnails", "stopped_originals",
                "syncs", "thumbnails", "unchosen_originals", "unknown_originals",
                "unreadable_originals", "unsupported_thumbnails", "wanted_thumbnails",
            ])
        let sync = try #require((object["syncs"] as? [[String: Any]])?.first)
        let expected: [String: Any] = [
            "start": "2024-05-31T14:03:53Z", "end": "2024-05-31T14:04:05Z", "seconds": 12,
            "outcome": "failed", "error": "network", "message": "no", "pages": 2, "added": 0,
            "changed": 0, "removed": 0, "thumbnails": 3, "failed_thumbnails": 0, "bytes": 11,
            "bytes_per_second": 1,
            "waits": [
                [
                    "reason": "failure", "cause": "connectionRefused", "status": NSNull(),
                    "count": 1, "seconds": 1,
                ] as [String: Any]
            ],
        ]
        #expect(sync as NSDictionary == expected as NSDictionary, "\(sync)")
    }
}
