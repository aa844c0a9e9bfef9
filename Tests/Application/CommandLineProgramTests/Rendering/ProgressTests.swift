import CommandLineProgram
import DropboxFeed
import PhotoFeed
import Testing
import TextFormats

/// The display of a run, while it works and while it waits.
@Suite struct ProgressTests {
    private let start = ContinuousClock.now

    private func thumbnails(_ done: Int, of total: Int) -> SyncProgress {
        var progress = SyncProgress()
        progress.phase = .thumbnails
        progress.thumbnails = done
        progress.thumbnailBytes = Int64(done) * 20_000
        progress.pendingThumbnails = total
        return progress
    }

    private func waiting(
        _ reason: FeedPause.Reason, _ duration: Duration, _ cause: FeedPause.Cause? = nil
    ) -> SyncProgress {
        var progress = SyncProgress()
        progress.pause = FeedPause(reason: reason, duration: duration, cause: cause)
        return progress
    }

    @Test func aKnownTotalGivesAPercentageAndTheTimeThatIsLeft() {
        var text = ProgressText(at: start)
        text.update(thumbnails(0, of: 6_000), at: start)
        text.update(thumbnails(4_500, of: 6_000), at: start + .seconds(60))
        let now = start + .seconds(60)
        #expect(
            text.line(at: now)
                == "Thumbnails: 75 %, 4,500 of 6,000, 90.0 MB (1.5 MB/s), 20 s left")
        #expect(text.line(width: 37, at: now) == "Thumbnails: 75 %, 20 s left")
    }

    @Test(arguments: [FeedPause.Reason.rateLimit, .failure])
    func aWaitShowsItsCountdownOnANarrowTerminal(_ reason: FeedPause.Reason) {
        var text = ProgressText(at: start)
        text.update(waiting(reason, .seconds(245)), at: start)
        let line = text.line(width: 37, at: start)
        #expect(line.contains("4 min 05 s: "), "\(line)")
        #expect(TerminalText.columns(of: line) <= 37)
        #expect(text.line(width: 37, at: start + .seconds(240)).contains("5.0 s: "))
    }

    @Test(arguments: [
        (
            FeedPause.Reason.failure, FeedPause.Cause.nameNotResolved,
            "Trying again in 4 min 05 s: the server's name cannot be resolved",
            "Retry in 4 min 05 s: name unknown"
        ),
        (
            .failure, .connectionRefused, "Trying again in 4 min 05 s: connection refused",
            "Trying again in 4 min 05 s: refused"
        ),
        (
            .failure, .noConnection, "Trying again in 4 min 05 s: no connection to the server",
            "Retry in 4 min 05 s: no connection"
        ),
        (
            .failure, .connectTimedOut, "Trying again in 4 min 05 s: the connection timed out",
            "Retry in 4 min 05 s: no connection"
        ),
        (
            .failure, .proxyFailed, "Trying again in 4 min 05 s: the proxy failed",
            "Retry in 4 min 05 s: proxy failure"
        ),
        (
            .failure, .tlsFailed, "Trying again in 4 min 05 s: the TLS connection failed",
            "Retry in 4 min 05 s: TLS failure"
        ),
        (
            .failure, .connectionLost, "Trying again in 4 min 05 s: the connection was lost",
            "Retry in 4 min 05 s: connection lost"
        ),
        (
            .failure, .timedOut, "Trying again in 4 min 05 s: the server did not answer in time",
            "Trying again in 4 min 05 s: no answer"
        ),
        (
            .failure, .status(503), "Trying again in 4 min 05 s: the server answered 503",
            "Retry in 4 min 05 s: server error 503"
        ),
        (
            .rateLimit, .status(429), "Waiting 4 min 05 s: the server asked to slow down (429)",
            "Waiting 4 min 05 s: slow down (429)"
        ),
    ])
    func aWaitNamesItsCauseOnAWideAndOnANarrowTerminal(
        _ reason: FeedPause.Reason, _ cause: FeedPause.Cause, _ wide: String, _ narrow: String
    ) {
        var text = ProgressText(at: start)
        text.update(waiting(reason, .seconds(245), cause), at: start)
        #expect(text.line(at: start) == wide)
        #expect(text.line(width: 37, at: start) == narrow)
        // Where not even the short form fits, the cause is cut, and the countdown stays.
        #expect(text.line(width: 25, at: start).contains("4 min 05 s: "))
    }

    @Test(arguments: [
        (
            FeedPause.Reason.rateLimit, "Waiting 4 min 05 s: the server asked to slow down",
            "Waiting 4 min 05 s: slow down"
        ),
        (
            .failure, "Trying again in 4 min 05 s: the server or the network failed",
            "Retry in 4 min 05 s: network failure"
        ),
        (
            .answer, "Waiting 4 min 05 s at most: the server has not answered yet",
            "Waiting 4 min 05 s: no answer yet"
        ),
    ])
    func aWaitWithoutACauseNamesItsReason(
        _ reason: FeedPause.Reason, _ wide: String, _ narrow: String
    ) {
        var text = ProgressText(at: start)
        text.update(waiting(reason, .seconds(245)), at: start)
        #expect(text.line(at: start) == wide)
        #expect(text.line(width: 37, at: start) == narrow)
        let wait = FeedPause(reason: reason, duration: .seconds(245))
        #expect(ProgressText.announcement(wait) == wide)
    }

    @Test func aWaitIsShownUntilItsEnd() {
        var text = ProgressText(at: start)
        text.update(waiting(.failure, .seconds(5), .timedOut), at: start)
        #expect(
            text.line(at: start + .seconds(4))
                == "Trying again in 1.0 s: the server did not answer in time")
        #expect(text.line(at: start + .seconds(5)) == "Waiting for the server")
    }

    @Test func aListingShowsItsCountAndItsRate() {
        var progress = SyncProgress()
        progress.pages = 1
        progress.changes = 1_500
        var text = ProgressText(at: start)
        #expect(text.line(at: start) == "Waiting for the server")
        text.update(progress, at: start + .seconds(10))
        let now = start + .seconds(10)
        #expect(text.line(at: now) == "Listing: 1,500 files and folders (150/s)")
        #expect(text.line(width: 32, at: now) == "Listing: 1,500 files and folders")
    }

    @Test(arguments: [
        (0, 0, 10, "Thumbnails"),
        (0, 6_000, 10, "Thumbnails: 0 %, 0 of 6,000, 0 B (0 B/s)"),
        (1_500, 6_000, 1, "Thumbnails: 25 %, 1,500 of 6,000, 30.0 MB (30.0 MB/s)"),
        (1_500, 6_000, 10, "Thumbnails: 25 %, 1,500 of 6,000, 30.0 MB (3.0 MB/s), 30 s left"),
        (6_000, 6_000, 60, "Thumbnails: 100 %, 6,000 of 6,000, 120 MB (2.0 MB/s)"),
    ])
    func thumbnailsShowTheTimeThatIsLeftOnceItIsKnown(
        _ done: Int, _ total: Int, _ seconds: Int, _ line: String
    ) {
        var text = ProgressText(at: start)
        text.update(thumbnails(done, of: total), at: start)
        #expect(text.line(at: start + .seconds(seconds)) == line)
    }

    @Test func failedThumbnailsCountAndNoShareIsAboveTheWhole() {
        var progress = thumbnails(3, of: 2)
        progress.failedThumbnails = 1
        var text = ProgressText(at: start)
        text.update(progress, at: start)
        #expect(
            text.line(at: start + .seconds(10))
                == "Thumbnails: 100 %, 4 of 4, 60.0 kB (6.0 kB/s)")
    }

    @Test func aFinishedRunIsDone() {
        var progress = SyncProgress()
        progress.phase = .done
        var text = ProgressText(at: start)
        text.update(progress, at: start)
        #expect(text.line(at: start) == "Done")
    }

    @Test(arguments: [
        (ListingReason.first, "Listing for the first time"),
        (.cursorReset, "The server rejected the cursor: listing from the beginning"),
        (.folderVanished, "The server reported the folder as missing: listing it again"),
    ])
    func aListingIsReportedOnceWithItsReason(_ reason: ListingReason, _ line: String) {
        var log = SyncLog(provider: .dropbox, at: start)
        var progress = SyncProgress()
        progress.pages = 1
        #expect(log.lines(for: .listing(reason), at: start).isEmpty)
        #expect(log.lines(for: .progress(progress), at: start) == [line])
        #expect(log.lines(for: .progress(progress), at: start).isEmpty)
    }

    @Test func aFailureIsALineOfALogUntilTheTwentieth() {
        var log = SyncLog(provider: .dropbox, at: start)
        let event = SyncEvent.thumbnailFailed(
            NodeID(rawValue: "id:1"), path: "/a.jpg",
            ThumbnailFailure(reason: "access_denied", isPermanent: false))
        let line = "No thumbnail of /a.jpg: the account has no access to the file"
        for _ in 1...19 {
            #expect(log.lines(for: event, at: start) == [line])
        }
        #expect(
            log.lines(for: event, at: start) == [line + "; further failures are only counted"])
        #expect(log.lines(for: event, at: start).isEmpty)
    }

    @Test func theListingIsReportedBeforeAFailureOfItsFirstPage() {
        var log = SyncLog(provider: .dropbox, at: start)
        #expect(log.lines(for: .listing(.first), at: start).isEmpty)
        let failed = SyncEvent.thumbnailFailed(
            NodeID(rawValue: "id:1"), path: "/a.jpg",
            ThumbnailFailure(reason: "access_denied", isPermanent: false))
        #expect(
            log.lines(for: failed, at: start) == [
                "Listing for the first time",
                "No thumbnail of /a.jpg: the account has no access to the file",
            ])
        var progress = SyncProgress()
        progress.pages = 1
        #expect(log.lines(for: .progress(progress), at: start).isEmpty)
    }

    @Test func nothingIsListedBeforeTheServerHasAnswered() {
        var log = SyncLog(provider: .dropbox, at: start)
        #expect(log.lines(for: .listing(.first), at: start).isEmpty)
        #expect(log.tick(at: start + .seconds(5)) == nil)
        var progress = SyncProgress()
        progress.pages = 1
        #expect(log.lines(for: .progress(progress), at: start) == ["Listing for the first time"])
        #expect(log.tick(at: start + .seconds(10))?.hasPrefix("Listing: 0 files") == true)
    }

    @Test func aWaitIsOneLineOfALog() {
        var log = SyncLog(provider: .dropbox, at: start)
        func lines(_ progress: SyncProgress, at seconds: Double) -> [String] {
            log.lines(for: .progress(progress), at: start + .seconds(seconds))
        }
        #expect(lines(waiting(.failure, .milliseconds(600)), at: 0).isEmpty)
        #expect(lines(SyncProgress(), at: 0.6).isEmpty)
        let first = lines(waiting(.failure, .seconds(12)), at: 1)
        #expect(first.count == 1 && first[0].hasPrefix("Trying again in 12 s: "), "\(first)")
        #expect(log.tick(at: start + .seconds(5)) == nil)
        // Another request's retry, in the same wait.
        #expect(lines(waiting(.failure, .seconds(4)), at: 5).isEmpty)
        #expect(lines(waiting(.failure, .seconds(15)), at: 13).count == 1)
        #expect(
            lines(waiting(.rateLimit, .seconds(5)), at: 28)
                == ["Waiting 5.0 s: the server asked to slow down"])
    }
}
