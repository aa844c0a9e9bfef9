import PhotoFeed
import Testing

@testable import WatchFeature

/// The judgement of errors, and the lines of events.
@Suite struct WatchFailureTests {
    @Test(
        arguments: [
            (FeedError.Code.network, true), (.rateLimited, true), (.malformedAnswer, true),
            (.diskFull, true), (.storage, true), (.tokenRefused, false), (.libraryDamaged, false),
            (.libraryTooNew, false), (.followsAnotherSource, false),
        ])
    func onlyAFailureThatMayPassIsTransient(_ code: FeedError.Code, _ mayPass: Bool) {
        let failure = WatchFailureReport.failure(FeedError(code, "it failed"))
        switch failure {
        case .transient(let reason): #expect(mayPass && reason.contains("it failed"))
        case .final(let reason, let status):
            #expect(!mayPass && reason.contains("it failed") && status >= 64)
        case .locked: Issue.record("\(code) is not a lock")
        }
    }

    @Test func aLibraryInUseIsLocked() {
        let error = FeedError(.libraryLocked, "another run holds it")
        #expect(WatchFailureReport.failure(error) == .locked)
    }

    @Test func onlyAMissingLibraryFollowsNoFolderYet() {
        let missing = FeedError(.libraryNotFound, "it does not exist")
        #expect(WatchFailureReport.isMissingLibrary(missing))
        let codes: [FeedError.Code] = [.storage, .libraryUnusable, .libraryDamaged, .network]
        for code in codes {
            #expect(!WatchFailureReport.isMissingLibrary(FeedError(code, "it failed")))
        }
    }

    @Test func theChangesOfARunWhoseOriginalsFailAreLogged() {
        var changed = SyncProgress()
        changed.thumbnails = 2
        let synced = WatchEvent.synced(changed)
        #expect(WatchEvent.runFailed(.transient("no"), synced: changed).logged == [synced])
        #expect(WatchEvent.runFailed(.transient("no"), synced: SyncProgress()).logged.isEmpty)
        #expect(WatchEvent.runFailed(.locked).logged.isEmpty)
        let limited = WatchEvent.limited(synced: changed)
        #expect(limited.logged == [synced, limited])
        #expect(WatchEvent.limited().logged == [.limited()])
        #expect(synced.logged == [synced] && WatchEvent.running.logged.isEmpty)
    }

    @Test func aRunWithoutChangesHasNoLine() {
        #expect(WatchEvent.synced(SyncProgress()).lines(of: nil).isEmpty)
        #expect(WatchEvent.waiting.lines(of: "home").isEmpty)
    }

    @Test func aLineNamesItsAccount() {
        let line = WatchEvent.notice(.offline("no \u{1B}network")).lines(of: "home").first
        #expect(line?.hasPrefix("home: offline: no ") == true)
        #expect(WatchEvent.notice(.online).lines(of: nil) == ["online again"])
    }
}
