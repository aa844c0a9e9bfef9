import PhotoFeed
import PhotoFeedTestKit
import PhotoLibrary
import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// Mirroring a provider with case-sensitive paths, no identifiers, change tags, no thumbnails and a
/// password.
@Suite struct SecondProviderTests {
    private let fixture: LibraryFixture
    private let service = MemoryService()
    private let scheduler = VirtualScheduler()

    init() throws { fixture = try LibraryFixture() }

    /// A run's events, and the error that ended it.
    private struct Run {
        var events: [SyncEvent] = []
        var error: FeedError?

        var progress: SyncProgress? {
            guard case .finished(let progress)? = events.last else { return nil }
            return progress
        }

        var failures: [String: ThumbnailFailure] {
            var failures: [String: ThumbnailFailure] = [:]
            for case .thumbnailFailed(_, let path, let failure) in events {
                failures[path] = failure
            }
            return failures
        }
    }

    private func run(
        _ library: SQLiteFeedWriter, folder: String = "", credential: FeedCredential? = nil
    ) throws -> Run {
        try scheduler.enter {
            let provider = service.provider
            let credential = credential ?? service.credential
            let synchronizer = try MirroringSynchronizer(
                library: library, provider: provider,
                connection: FeedConnection(gateway: NoGateway(home: .here), credential: credential))
            var run = Run()
            let source = FeedSource(server: provider.hosts.name, folder: folder)
            synchronizer.synchronize(SyncOptions(source: source, credential: credential)).observe(
                { run.events.append($0) },
                ended: { completion in
                    if case .failed(let error) = completion { run.error = error }
                })
            scheduler.run()
            return run
        }
    }

    private func paths(_ library: SQLiteFeedWriter) throws -> [String] {
        try scheduler.enter { try library.everything(limit: 2).map(\.displayPath).sorted() }
    }

    private func open() throws -> SQLiteFeedWriter { try scheduler.enter { try fixture.open() } }

    @Test func theFirstRunListsEverythingInPages() throws {
        service.tree.write("/a.jpg", "/Trip/b.jpg", "/Trip/deep/c.mp4", "/Trip/d.dng", "/notes.txt")
        let library = try open()
        let run = try run(library)
        #expect(run.events.first == .listing(.first))
        #expect(run.progress?.pages == 3)
        #expect(run.progress?.changeSummary.added == 4)
        #expect(
            try paths(library) == ["/Trip/b.jpg", "/Trip/d.dng", "/Trip/deep/c.mp4", "/a.jpg"])
    }

    @Test func everyPhotoWithoutAThumbnailIsCountedAndNamed() throws {
        service.tree.write("/a.jpg", "/Trip/b.heic", "/c.mp4", "/d.dng")
        let library = try open()
        let run = try run(library)
        #expect(run.progress?.unsupportedThumbnails == 4)
        #expect(run.progress?.failedThumbnails == 0)
        #expect(run.progress?.thumbnails == 0)
        #expect(run.failures.keys.sorted() == ["/Trip/b.heic", "/a.jpg", "/c.mp4", "/d.dng"])
        let named = run.events.filter { if case .thumbnailFailed = $0 { true } else { false } }
        #expect(named.count == 4, "each is named once")
        #expect(run.failures.values.allSatisfy { $0 == .providerWithoutThumbnails })
        try scheduler.enter {
            for item in try library.everything() {
                #expect(item.thumbnail == .failed(.providerWithoutThumbnails))
            }
            #expect(try library.statistics().pendingThumbnails == 0)
        }
    }

    @Test func anUnchangedAccountCostsOneRequest() throws {
        service.tree.write("/a.jpg", "/b.jpg")
        let library = try open()
        _ = try run(library)
        let before = service.requestCount
        let second = try run(library)
        #expect(service.requestCount == before + 1)
        #expect(second.progress?.changes == 0)
        #expect(second.failures.isEmpty)
        #expect(!second.events.contains { if case .listing = $0 { true } else { false } })
    }

    @Test func aChangedAccountIsListedAgainAndCompared() throws {
        service.tree.write("/a.jpg", "/b.jpg", "/c.jpg", "/Trip/d.jpg")
        let library = try open()
        _ = try run(library)
        service.tree.write("/b.jpg", "/Trip/e.jpg")
        service.tree.remove("/c.jpg")
        let second = try run(library)
        #expect(second.events.first == .listing(.contentChanged))
        let summary = second.progress?.changeSummary
        #expect(summary?.added == 1)
        #expect(summary?.changed == 1)
        #expect(summary?.removed == 1)
        #expect(try paths(library) == ["/Trip/d.jpg", "/Trip/e.jpg", "/a.jpg", "/b.jpg"])
        #expect(second.failures.keys.sorted() == ["/Trip/e.jpg", "/b.jpg"])
    }

    @Test func aRenamedPhotoIsRemovedAndAdded() throws {
        service.tree.write("/a.jpg", "/b.jpg")
        let library = try open()
        _ = try run(library)
        service.tree.move("/a.jpg", to: "/Trip/new.jpg")
        let second = try run(library)
        #expect(second.progress?.changeSummary.added == 1)
        #expect(second.progress?.changeSummary.removed == 1)
        #expect(second.progress?.changeSummary.changed == 0)
        #expect(try paths(library) == ["/Trip/new.jpg", "/b.jpg"])
    }

    @Test func namesThatDifferOnlyInCaseAreTwoPhotos() throws {
        service.tree.write("/a.jpg", "/A.jpg", "/trip/b.jpg", "/Trip/b.jpg")
        let library = try open()
        _ = try run(library)
        #expect(try paths(library) == ["/A.jpg", "/Trip/b.jpg", "/a.jpg", "/trip/b.jpg"])
        service.tree.remove("/Trip")
        service.tree.remove("/a.jpg")
        let second = try run(library)
        #expect(second.progress?.changeSummary.removed == 2)
        #expect(try paths(library) == ["/A.jpg", "/trip/b.jpg"])
    }

    @Test func foldersThatDifferOnlyInCaseAreTwoSources() throws {
        service.tree.write("/trip/a.jpg", "/Trip/b.jpg")
        let library = try open()
        _ = try run(library, folder: "/Trip")
        #expect(try paths(library) == ["/Trip/b.jpg"])
        #expect(try run(library, folder: "/trip").error?.code == .followsAnotherSource)
        #expect(try run(library, folder: "/Trip").error == nil)
    }

    @Test func aWrongPasswordChangesNothing() throws {
        service.tree.write("/a.jpg")
        let library = try open()
        _ = try run(library)
        service.tree.remove("/a.jpg")
        let wrong = FeedCredential(user: "ada", password: "wrong")
        #expect(try run(library, credential: wrong).error?.code == .passwordRefused)
        #expect(try paths(library) == ["/a.jpg"])
    }

    @Test func aListingThatWasInterruptedContinuesUnlessTheContentChanged() throws {
        service.tree.write("/1.jpg", "/2.jpg", "/3.jpg", "/4.jpg", "/5.jpg")
        for changes in [false, true] {
            let fixture = try LibraryFixture()
            try scheduler.enter {
                let library = try fixture.open()
                let source = FeedSource(server: service.provider.hosts.name)
                try library.beginListing(of: source)
                let connection = FeedConnection(
                    gateway: NoGateway(home: .here), credential: service.credential)
                let nodes = try service.provider.makeFetchers(connection).nodes
                var first: FeedPage?
                nodes.pages(from: .beginning(folder: "")).takeFirst().observe(
                    { first = $0 }, ended: { _ in })
                scheduler.run()
                _ = try library.apply(try #require(first))
                if changes { service.tree.write("/0.jpg") }
                let run = try run(library)
                let isListed = run.events.contains(.listing(.contentChanged))
                #expect(isListed == changes)
                #expect(try library.everything().count == (changes ? 6 : 5))
            }
        }
    }
}
