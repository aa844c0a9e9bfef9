import PhotoFeed
import Rendering
import SafeText
import Testing

/// What a run shows while it works and while it waits.
@Suite struct ProgressTests {
    private let start = ContinuousClock.now

    private func thumbnails(_ done: Int, of total: Int) -> SyncProgress {
        var progress = SyncProgress()
        progress.phase = .thumbnails
        progress.thumbnails = done
        progress.thumbnailBytes = Int64(done) * 20_000
        progress.wantedThumbnails = total
        return progress
    }

    private func waiting(_ reason: FeedWait.Reason, _ duration: Duration) -> SyncProgress {
        var progress = SyncProgress()
        progress.wait = FeedWait(reason: reason, duration: duration)
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

    @Test(arguments: [FeedWait.Reason.rateLimit, .failure])
    func aWaitShowsItsCountdownOnANarrowTerminal(_ reason: FeedWait.Reason) {
        var text = ProgressText(at: start)
        text.update(waiting(reason, .seconds(245)), at: start)
        let line = text.line(width: 37, at: start)
        #expect(line.contains("4 min 05 s: "), "\(line)")
        #expect(TerminalText.columns(of: line) <= 37)
        #expect(text.line(width: 37, at: start + .seconds(240)).contains("5.0 s: "))
    }

    @Test func nothingIsListedBeforeTheServerHasAnswered() {
        var log = SyncLog(at: start)
        #expect(log.lines(for: .listing(.first), at: start).isEmpty)
        #expect(log.tick(at: start + .seconds(5)) == nil)
        var progress = SyncProgress()
        progress.pages = 1
        #expect(log.lines(for: .progress(progress), at: start) == ["Listing for the first time"])
        #expect(log.tick(at: start + .seconds(10))?.hasPrefix("Listing: 0 files") == true)
    }

    @Test func aWaitIsOneLineOfALog() {
        var log = SyncLog(at: start)
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
                == ["Waiting 5.0 s: the server asks for a pause (rate limit)"])
    }
}
