import PhotoFeed
import Signals
import Testing

@testable import Originals

@Suite("The run of originals")
struct OriginalsRunTests {
    @Test func aRunWithoutFilesEnds() {
        var run = OriginalsRun(count: 0, width: 4)
        #expect(run.begin() == [.end(.completed)])
        #expect(run.begin() == [])
    }

    @Test func atMostWidthFilesAreDownloadedAtOnce() {
        var run = OriginalsRun(count: 3, width: 2)
        #expect(run.begin() == [.download(0), .download(1)])
        #expect(run.begin() == [])
        #expect(run.ended(1, .placed) == [.download(2)])
        #expect(run.ended(1, .placed) == [])
        #expect(run.ended(0, .placed) == [])
        #expect(run.ended(2, .placed) == [.end(.completed)])
    }

    @Test func aRefusedFileFailsAlone() {
        var run = OriginalsRun(count: 2, width: 1)
        _ = run.begin()
        #expect(run.ended(0, .refused("gone")) == [.fail(0, reason: "gone"), .download(1)])
        #expect(run.ended(1, .placed) == [.end(.completed)])
    }

    @Test func wrongContentIsRequestedOnceMore() {
        var run = OriginalsRun(count: 1, width: 1)
        _ = run.begin()
        #expect(run.ended(0, .differed("hash")) == [.download(0)])
        #expect(
            run.ended(0, .differed("hash")) == [.fail(0, reason: "hash"), .end(.completed)])
    }

    @Test func aServerThatSendsOnlyWrongContentIsAtFault() {
        var run = OriginalsRun(count: 9, width: 1)
        _ = run.begin()
        for item in 0..<2 {
            #expect(run.ended(item, .differed("")) == [.download(item)])
            #expect(run.ended(item, .differed("")).last == .download(item + 1))
        }
        _ = run.ended(2, .differed(""))
        guard case .end(.failed(let error))? = run.ended(2, .differed("")).last else {
            Issue.record("the run continues")
            return
        }
        #expect(error.code == .malformedAnswer)
        #expect(run.begin() == [])
    }

    @Test func afterARightFileWrongOnesFailAlone() {
        var run = OriginalsRun(count: 9, width: 1)
        _ = run.begin()
        _ = run.ended(0, .placed)
        for item in 1..<8 {
            _ = run.ended(item, .differed(""))
            #expect(run.ended(item, .differed("")).last == .download(item + 1))
        }
    }

    @Test func anUnusableAnswerFailsAloneAndIsNotRequestedAgain() {
        let error = FeedError(.permissionMissing, "no")
        var run = OriginalsRun(count: 3, width: 1)
        _ = run.begin()
        #expect(run.ended(0, .unusable(error)) == [.fail(0, reason: "no"), .download(1)])
        #expect(run.ended(1, .placed) == [.download(2)])
        #expect(
            run.ended(2, .unusable(error)) == [.fail(2, reason: "no"), .end(.completed)])
    }

    @Test func aServerThatAnswersForNoFileIsAtFault() {
        let error = FeedError(.permissionMissing, "no")
        var run = OriginalsRun(count: 9, width: 2)
        _ = run.begin()
        for item in 0..<2 { #expect(run.ended(item, .unusable(error)).last == .download(item + 2)) }
        #expect(
            run.ended(2, .unusable(error)) == [.fail(2, reason: "no"), .end(.failed(error))])
    }

    @Test func afterAFileManyFaultsInARowAreThoseOfTheServer() {
        let error = FeedError(.network, "no")
        let limit = FileFaults.limits.later
        var run = OriginalsRun(count: 99, width: 1)
        _ = run.begin()
        _ = run.ended(0, .placed)
        for item in 1..<limit {
            #expect(run.ended(item, .unusable(error)).last == .download(item + 1))
        }
        _ = run.ended(limit, .placed)
        for item in (limit + 1)..<(2 * limit) {
            #expect(run.ended(item, .unusable(error)).last == .download(item + 1))
        }
        #expect(run.ended(2 * limit, .unusable(error)).last == .end(.failed(error)))
    }

    /// Otherwise the files that always fail would keep all later ones from arriving.
    @Test func filesThatHaveFailedInAnEarlierRunAreNotCounted() {
        let error = FeedError(.malformedAnswer, "no")
        var run = OriginalsRun(count: 9, width: 1, failedBefore: Set(0..<5))
        _ = run.begin()
        for item in 0..<5 { #expect(run.ended(item, .unusable(error)).last == .download(item + 1)) }
        for item in 5..<7 { #expect(run.ended(item, .unusable(error)).last == .download(item + 1)) }
        #expect(run.ended(7, .unusable(error)).last == .end(.failed(error)))
    }

    @Test func aFailureOfTheServerEndsTheRun() {
        var run = OriginalsRun(count: 9, width: 3)
        _ = run.begin()
        let error = FeedError(.network, "lost")
        #expect(run.ended(1, .failed(error)) == [.end(.failed(error))])
        #expect(run.ended(0, .placed) == [])
    }
}
