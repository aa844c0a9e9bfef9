import Signals
import Testing

@testable import PhotoFeed

/// The state machine of a run, input by input.
@Suite struct SyncRunTests {
    private let cursor = FeedCursor(rawValue: "c")
    private let credential = FeedCredential(secret: "token")
    private let ada = FeedAccount(rawValue: "ada")
    private let source = FeedSource(server: "example.org")
    private let network = FeedError(.network, "gone")

    private func run(
        _ state: FeedState = .empty, isEmpty: Bool = false, hasCredential: Bool = false,
        capabilities: FeedCapabilities = FeedCapabilities(), hasAccounts: Bool = true,
        options: SyncOptions? = nil
    ) -> SyncRun {
        SyncRun(
            options ?? SyncOptions(source: source), capabilities: capabilities,
            hasAccounts: hasAccounts,
            library: SyncRun.LibraryState(
                state: state, isEmpty: isEmpty, hasCredential: hasCredential))
    }

    private func page(_ changes: [NodeChange] = []) -> FeedPage {
        FeedPage(changes: changes, cursor: cursor, hasMore: false)
    }

    /// The code of the failure that ends the run; `nil` for any other actions.
    private func failure(_ actions: [SyncRun.Action]) -> FeedError.Code? {
        guard actions.count == 1, case .end(.failed(let error))? = actions.first else { return nil }
        return error.code
    }

    private func statistics(pending: Int) -> LibraryStatistics {
        LibraryStatistics(nodes: 9, thumbnails: 5, failedThumbnails: 0, pendingThumbnails: pending)
    }

    // MARK: The beginning

    @Test func aNewLibraryIsListed() {
        var run = run()
        #expect(run.start() == [.send(.listing(.first)), .requestPages(.beginning(folder: ""))])
    }

    @Test func aLibraryThatFollowsTheSourceContinuesAtItsCursor() {
        var run = run(.following(source, cursor: cursor))
        #expect(run.start() == [.requestPages(.cursor(cursor))])
        #expect(run.received(page()) == [.store([page()], SyncRun.Preparation())])
    }

    @Test func aListingWithoutACursorBeginsAgain() {
        let source = FeedSource(server: "example.org", folder: "/Trip")
        var run = run(.listing(source, cursor: nil), options: SyncOptions(source: source))
        #expect(run.start() == [.requestPages(.beginning(folder: "/Trip"))])
    }

    @Test func aListingContinuesAtItsCursor() {
        var run = run(.listing(source, cursor: cursor))
        #expect(run.start() == [.requestPages(.cursor(cursor))])
    }

    @Test func aLibraryWithoutAServerAdoptsOne() {
        var run = run(.following(FeedSource(), cursor: cursor))
        _ = run.start()
        let preparation = SyncRun.Preparation(sourceChange: .adopts(source))
        #expect(run.received(page()) == [.store([page()], preparation)])
    }

    @Test func anotherServerIsRefusedBeforeARequest() {
        var run = run(.following(FeedSource(server: "other.example"), cursor: cursor))
        #expect(failure(run.start()) == .followsAnotherSource)
    }

    @Test(arguments: [(true, false), (false, true)])
    func anotherServerReplacesTheSourceIfAllowedOrEmpty(_ replaces: Bool, _ isEmpty: Bool) {
        var run = run(
            .following(FeedSource(server: "other.example"), cursor: cursor), isEmpty: isEmpty,
            options: SyncOptions(source: source, replacesSource: replaces))
        #expect(run.start() == [.send(.listing(.first)), .requestPages(.beginning(folder: ""))])
        let preparation = SyncRun.Preparation(sourceChange: .begins(source))
        #expect(run.received(page()) == [.store([page()], preparation)])
    }

    @Test(arguments: [false, true])
    func theCaseOfAFolderCountsIfPathsAreCaseSensitive(_ isCaseSensitive: Bool) {
        var run = run(
            .following(FeedSource(server: "example.org", folder: "/trip"), cursor: cursor),
            capabilities: FeedCapabilities(hasCaseSensitivePaths: isCaseSensitive),
            options: SyncOptions(source: FeedSource(server: "example.org", folder: "/Trip")))
        #expect(failure(run.start()) == (isCaseSensitive ? .followsAnotherSource : nil))
    }

    // MARK: The account

    @Test func aNewCredentialAsksForTheAccount() {
        let options = SyncOptions(source: source, credential: credential)
        var run = run(.following(source.with(ada), cursor: cursor), options: options)
        #expect(run.start() == [.requestAccount])
        #expect(run.received(ada) == [])
        #expect(run.accountEnded(.completed) == [.requestPages(.cursor(cursor))])
        let preparation = SyncRun.Preparation(storesCredential: true)
        #expect(run.received(page()) == [.store([page()], preparation)])
    }

    @Test func aKnownCredentialDoesNotAskForTheAccount() {
        let options = SyncOptions(source: source, credential: credential)
        var run = run(
            .following(source.with(ada), cursor: cursor), hasCredential: true, options: options)
        #expect(run.start() == [.requestPages(.cursor(cursor))])
    }

    @Test func aProviderWithoutAccountsIsNotAsked() {
        let options = SyncOptions(source: source, credential: credential)
        var run = run(hasAccounts: false, options: options)
        #expect(run.start().last == .requestPages(.beginning(folder: "")))
    }

    @Test func anotherAccountIsRefused() {
        let options = SyncOptions(source: source, credential: credential)
        var run = run(.following(source.with(ada), cursor: cursor), options: options)
        _ = run.start()
        _ = run.received(FeedAccount(rawValue: "bob"))
        #expect(failure(run.accountEnded(.completed)) == .followsAnotherSource)
    }

    @Test func aFailedRequestForTheAccountEndsTheRun() {
        var run = run(options: SyncOptions(source: source, credential: credential))
        _ = run.start()
        #expect(failure(run.accountEnded(.failed(network))) == .network)
    }

    // MARK: Pages

    @Test func onlyTheFirstPageIsPrepared() {
        let options = SyncOptions(source: source, thumbnailSize: .large)
        var run = run(options: options)
        _ = run.start()
        let preparation = SyncRun.Preparation(sourceChange: .begins(source), size: .large)
        #expect(run.received(page()) == [.store([page()], preparation)])
        #expect(run.received(page()) == [.store([page()], SyncRun.Preparation())])
    }

    @Test func withoutThumbnailsNoSizeIsChosen() {
        let options = SyncOptions(
            source: source, fetchesThumbnails: false, thumbnailSize: .large)
        var run = run(.following(source, cursor: cursor), options: options)
        _ = run.start()
        #expect(run.received(page()) == [.store([page()], SyncRun.Preparation())])
        #expect(run.pagesEnded(.completed) == [.close(counts: true)])
    }

    @Test func aStoredPageIsCounted() {
        var run = run()
        _ = run.start()
        var summary = ChangeSummary()
        summary.added = 2
        let id = NodeID(rawValue: "id:1")
        var progress = SyncProgress()
        progress.isListing = true
        progress.changeSummary = summary
        progress.pages = 1
        progress.changes = 3
        progress.unsupportedThumbnails = 1
        let three = page([1, 2, 3].map { .deleted(pathKey: "/\($0)") })
        #expect(
            run.stored(summary, pages: [three], unsupported: [(id, "/a.dng")]) == [
                .send(.thumbnailFailed(id, path: "/a.dng", .unsupportedFormat)),
                .send(.progress(progress)),
            ])
    }

    @Test(
        arguments: [
            (.cursor, .cursorReset), (.tags, .contentChanged),
        ] as [(FeedCapabilities.Changes, ListingReason)])
    func aResetListsAgain(_ changes: FeedCapabilities.Changes, _ reason: ListingReason) {
        var run = run(
            .following(source, cursor: cursor), capabilities: FeedCapabilities(changes: changes))
        _ = run.start()
        #expect(
            run.pagesEnded(.failed(FeedError(.cursorReset, "")))
                == [.send(.listing(reason)), .requestPages(.beginning(folder: ""))])
        let preparation = SyncRun.Preparation(sourceChange: .begins(source))
        #expect(run.received(page()) == [.store([page()], preparation)])
    }

    @Test func aVanishedFolderIsListedOnce() {
        var run = run(.following(source, cursor: cursor))
        _ = run.start()
        let vanished = Completion.failed(FeedError(.folderNotFound, ""))
        #expect(run.pagesEnded(vanished).first == .send(.listing(.folderVanished)))
        #expect(run.pagesEnded(vanished) == [.end(vanished)])
    }

    @Test func endlessResetsEndTheRun() {
        var run = run()
        _ = run.start()
        let reset = Completion.failed(FeedError(.cursorReset, ""))
        for _ in 1..<SyncRun.listingLimit { #expect(run.pagesEnded(reset).count == 2) }
        #expect(failure(run.pagesEnded(reset)) == .malformedAnswer)
    }

    @Test func anotherFailureEndsTheRun() {
        var run = run()
        _ = run.start()
        #expect(failure(run.pagesEnded(.failed(network))) == .network)
    }

    // MARK: Thumbnails and the end

    @Test func pendingThumbnailsAreFetchedInTheSizeOfTheLibrary() {
        var run = run()
        _ = run.start()
        #expect(run.pagesEnded(.completed) == [.count])
        let actions = run.counted(statistics(pending: 4), size: .small)
        #expect(actions.count == 2)
        #expect(actions.last == .fetchThumbnails(.small))
    }

    @Test func withoutPendingThumbnailsTheRunEndsWithoutASecondCount() {
        var run = run()
        _ = run.start()
        _ = run.pagesEnded(.completed)
        #expect(run.counted(statistics(pending: 0), size: .small).last == .close(counts: false))
        var progress = SyncProgress()
        progress.isListing = true
        progress.phase = .done
        progress.statistics = statistics(pending: 0)
        #expect(run.closed(nil) == [.send(.finished(progress)), .end(.completed)])
    }

    @Test(
        arguments: [
            (ThumbnailFailure(reason: "broken", isPermanent: true), 1, 0),
            (.unsupportedFormat, 0, 1), (.providerWithoutThumbnails, 0, 1),
        ] as [(ThumbnailFailure, Int, Int)])
    func resultsAreCounted(_ failure: ThumbnailFailure, _ failed: Int, _ unsupported: Int) {
        var run = run()
        let pending = (Int64(1)...2).map { number in
            PendingThumbnail(
                id: NodeID(rawValue: "id:\(number)"), revision: "1",
                position: FeedPosition(date: FeedTime(secondsSinceEpoch: 0), number: number),
                isResize: true)
        }
        let results = [
            ThumbnailResult(pending: pending[0], result: .picture([1, 2], .notRequested)),
            ThumbnailResult(pending: pending[1], result: .failure(failure)),
        ]
        var progress = SyncProgress()
        progress.thumbnails = 1
        progress.resizedThumbnails = 1
        progress.thumbnailBytes = 2
        progress.failedThumbnails = failed
        progress.unsupportedThumbnails = unsupported
        #expect(
            run.received(results, paths: [pending[1].id: "/b.jpg"]) == [
                .send(.thumbnailFailed(pending[1].id, path: "/b.jpg", failure)),
                .send(.progress(progress)),
            ])
    }

    @Test func theEndOfTheThumbnailsEndsTheRun() {
        var run = run()
        _ = run.counted(statistics(pending: 4), size: .small)
        #expect(run.thumbnailsEnded(.completed) == [.close(counts: true)])
        #expect(failure(run.thumbnailsEnded(.failed(network))) == .network)
    }

    @Test func aPauseIsReportedOnceAndClearedAtTheEnd() {
        var run = run()
        let pause = FeedPause(reason: .rateLimit, duration: .seconds(15))
        #expect(run.paused(nil) == [])
        #expect(run.paused(pause).count == 1)
        #expect(run.paused(pause) == [])
        guard case .send(.finished(let progress))? = run.closed(nil).first else {
            Issue.record("the run has not finished")
            return
        }
        #expect(progress.pause == nil)
    }

    // MARK: Removals

    private let refusal = FeedError(.tooManyRemovals, "")

    @Test func refusedPagesWaitForTheEnd() {
        let first = FeedPage(changes: [], cursor: cursor, hasMore: true)
        var run = run(.following(source, cursor: cursor))
        _ = run.start()
        #expect(run.received(first) == [.store([first], SyncRun.Preparation())])
        #expect(run.refused([first], refusal) == [])
        #expect(run.received(first) == [])
        #expect(run.received(page()) == [.store([first, first, page()], SyncRun.Preparation())])
    }

    @Test func aRefusalOfTheLastPageEndsTheRun() {
        var run = run(.following(source, cursor: cursor))
        _ = run.start()
        #expect(failure(run.refused([page()], refusal)) == .tooManyRemovals)
    }

    @Test func aNewListingForgetsRefusedPages() {
        let first = FeedPage(changes: [], cursor: cursor, hasMore: true)
        var run = run(.following(source, cursor: cursor))
        _ = run.start()
        _ = run.refused([first], refusal)
        _ = run.pagesEnded(.failed(FeedError(.cursorReset, "")))
        let preparation = SyncRun.Preparation(sourceChange: .begins(source))
        #expect(run.received(page()) == [.store([page()], preparation)])
    }

    @Test func refusedPagesAreBounded() {
        let changes = Array(
            repeating: NodeChange.deleted(pathKey: "/a"), count: SyncRun.heldChangesLimit + 1)
        let large = FeedPage(changes: changes, cursor: cursor, hasMore: true)
        var run = run(.following(source, cursor: cursor))
        _ = run.start()
        #expect(failure(run.refused([large], refusal)) == .tooManyRemovals)
    }

    @Test(arguments: [(false, RemovalLimit.count(5)), (true, .unlimited)])
    func aReplacementHasNoLimit(_ replaces: Bool, _ limit: RemovalLimit) {
        let run = run(
            options: SyncOptions(
                source: source, replacesSource: replaces, removalLimit: .count(5)))
        #expect(run.removalLimit == limit)
    }

    @Test(
        arguments: [
            (.standard, 0, 10), (.standard, 64, 10), (.standard, 100, 10), (.standard, 1_000, 100),
            (.standard, 1_990, 199), (.count(7), 1_000, 7), (.unlimited, 1_000, nil),
            (.share(percent: 50, atLeast: 0), 3, 1),
            (.share(percent: 100, atLeast: 0), Int.max, Int.max),
        ] as [(RemovalLimit, Int, Int?)])
    func aLimitDependsOnTheLibrary(_ limit: RemovalLimit, _ total: Int, _ number: Int?) {
        #expect(limit.number(of: total) == number)
        guard let number else { return }
        #expect(limit.allows(number, of: total))
        if number < .max { #expect(!limit.allows(number + 1, of: total)) }
    }
}
