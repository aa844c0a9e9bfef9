import Foundation
import PhotoFeed
import PhotoLibrary
import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// Two servers with photos of their own, which answer every start with all of them.
private final class TwoFeeds: NodeFetcher {
    var photos = 0..<0
    var failure: FeedError?
    private(set) var starts: [FeedStart] = []
    var pauses: Signal<FeedPause?, Never> { .just(nil) }

    func pages(from start: FeedStart) -> Signal<FeedPage, FeedError> {
        starts.append(start)
        if let failure { return .fail(failure) }
        return .just(page(photos.map { .media(photo($0)) }, "now"))
    }
}

/// A fetcher that is never asked.
private final class NoThumbnails: ThumbnailFetcher {
    func batchLimit(for size: ThumbnailSize) -> Int { 1 }
    var pauses: Signal<FeedPause?, Never> { .just(nil) }

    func fetch(
        _ nodes: [PendingThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailResult], FeedError> { .empty }
}

/// A server on which each credential opens the account of its name.
private final class Accounts: AccountFetcher {
    var name = "ada"
    private(set) var requests = 0

    func account() -> Signal<FeedAccount, FeedError> {
        requests += 1
        return name.isEmpty
            ? .fail(FeedError(.tokenRefused, "no")) : .just(FeedAccount(rawValue: name))
    }
}

/// A library follows one source, and another one does not empty it by accident.
@Suite("The source of a library")
struct SourceTests {
    private let fixture: LibraryFixture
    private let nodes = TwoFeeds()
    private let accounts = Accounts()
    private let scheduler = VirtualScheduler()
    private let home = FeedSource(server: "home", folder: "/Camera")

    init() throws { fixture = try LibraryFixture() }

    private func sync(
        _ library: SQLiteFeedWriter, _ source: FeedSource, replaces: Bool = false,
        credential: String? = nil
    ) -> Completion<FeedError>? {
        var end: Completion<FeedError>?
        let options = SyncOptions(
            source: source, credential: credential.map(FeedCredential.init(secret:)),
            replacesSource: replaces, fetchesThumbnails: false)
        MirroringSynchronizer(
            nodes: nodes, thumbnails: NoThumbnails(), library: library, accounts: accounts,
            home: .here
        )
        .synchronize(options).observe({ _ in }, ended: { end = $0 })
        scheduler.runUntilIdle()
        return end
    }

    /// A library that follows `home`, with six photos.
    private func followingLibrary() throws -> SQLiteFeedWriter {
        let library = try fixture.open()
        nodes.photos = 0..<6
        #expect(sync(library, home) == .completed)
        return library
    }

    @Test(arguments: [
        FeedSource(server: "elsewhere", folder: "/Camera"), FeedSource(server: "home"),
        FeedSource(folder: "/Camera"),
    ])
    func anotherSourceIsRefusedBeforeAnythingIsChanged(_ other: FeedSource) throws {
        try scheduler.enter {
            let library = try followingLibrary()
            let state = try library.state()
            let starts = nodes.starts.count
            nodes.photos = 10..<12
            guard case .failed(let error) = sync(library, other) else {
                Issue.record("the run was not refused")
                return
            }
            #expect(error.code == .followsAnotherSource)
            #expect(error.message.contains("\(home)") && error.message.contains("\(other)"))
            #expect(try library.state() == state)
            #expect(try library.statistics().nodes == 6)
            #expect(nodes.starts.count == starts)
        }
    }

    @Test func aFolderIsTheSameInAnyCase() throws {
        try scheduler.enter {
            let library = try followingLibrary()
            #expect(sync(library, FeedSource(server: "home", folder: "/camera")) == .completed)
            #expect(nodes.starts.last == .cursor(FeedCursor(rawValue: "now")))
            let accents = FeedSource(server: "home", folder: "/CAM\u{C9}RA")
            #expect(accents.matches(FeedSource(server: "home", folder: "/cam\u{E9}ra")))
            #expect(!accents.matches(FeedSource(server: "home", folder: "/camera")))
        }
    }

    @Test func aListingThatWasBrokenOffIsNotTakenOverEither() throws {
        try scheduler.enter {
            let library = try fixture.open()
            try library.beginListing(of: home)
            _ = try library.apply(page([.media(photo(1))], "half", more: true))
            let end = sync(library, FeedSource(server: "elsewhere"))
            #expect(end == .failed(FeedError(.followsAnotherSource, "")))
        }
    }

    @Test func anotherSourceIsFollowedFromNowOnWhenThatIsMeant() throws {
        try scheduler.enter {
            let library = try followingLibrary()
            let other = FeedSource(server: "elsewhere")
            nodes.photos = 5..<12
            #expect(sync(library, other, replaces: true) == .completed)
            #expect(try library.statistics().nodes == 7)
            #expect(try library.state() == .following(other, cursor: FeedCursor(rawValue: "now")))
            #expect(sync(library, other) == .completed)
            #expect(sync(library, home) == .failed(FeedError(.followsAnotherSource, "")))
        }
    }

    @Test func replacingWhatIsFollowedAlreadyGoesOnFromItsCursor() throws {
        try scheduler.enter {
            let library = try followingLibrary()
            #expect(sync(library, home, replaces: true) == .completed)
            #expect(nodes.starts.last == .cursor(FeedCursor(rawValue: "now")))
        }
    }

    @Test func aLibraryWithoutAPhotoFollowsWhateverItIsTold() throws {
        try scheduler.enter {
            let library = try fixture.open()
            nodes.failure = FeedError(.folderNotFound, "no such folder")
            #expect(sync(library, FeedSource(server: "home", folder: "/Camrea")) != .completed)
            nodes.failure = nil
            nodes.photos = 0..<3
            #expect(sync(library, home) == .completed)
            #expect(try library.statistics().nodes == 3)
        }
    }

    @Test func aLibraryThatWasNeverToldItsServerAdoptsTheFirstThatAnswers() throws {
        try scheduler.enter {
            let library = try fixture.open()
            try library.beginListing(of: FeedSource(folder: "/Camera"))
            _ = try library.apply(page([.media(photo(1))], "before"))
            nodes.failure = FeedError(.network, "mistyped")
            #expect(sync(library, FeedSource(server: "hoem", folder: "/Camera")) != .completed)
            nodes.failure = nil
            #expect(sync(library, home) == .completed)
            #expect(nodes.starts.last == .cursor(FeedCursor(rawValue: "before")))
            #expect(try library.state() == .following(home, cursor: FeedCursor(rawValue: "now")))
            let end = sync(library, FeedSource(server: "elsewhere", folder: "/Camera"))
            #expect(end == .failed(FeedError(.followsAnotherSource, "")))
        }
    }

    @Test(arguments: [FeedError.Code.folderNotFound, .tokenRefused])
    func aReplacementThatFailsReplacesNothing(_ code: FeedError.Code) throws {
        try scheduler.enter {
            let library = try followingLibrary()
            let state = try library.state()
            nodes.failure = FeedError(code, "no")
            let other = FeedSource(server: "home", folder: "/Camrea")
            #expect(sync(library, other, replaces: true) == .failed(FeedError(code, "")))
            #expect(try library.state() == state)
            nodes.failure = nil
            #expect(sync(library, home) == .completed)
            #expect(nodes.starts.last == .cursor(FeedCursor(rawValue: "now")))
        }
    }

    // MARK: Accounts

    @Test func theAccountIsAskedForAtTheFirstRunAndForANewCredential() throws {
        try scheduler.enter {
            let library = try fixture.open()
            nodes.photos = 0..<6
            for (credential, requests) in [("a", 1), ("a", 1), ("b", 2), ("b", 2), ("a", 3)] {
                #expect(sync(library, home, credential: credential) == .completed)
                #expect(accounts.requests == requests, "\(credential)")
            }
            let ada = FeedAccount(rawValue: "ada")
            #expect(
                try library.state()
                    == .following(home.with(ada), cursor: FeedCursor(rawValue: "now")))
        }
    }

    @Test func aCredentialOfAnotherAccountIsRefusedBeforeAnythingIsChanged() throws {
        try scheduler.enter {
            let library = try fixture.open()
            nodes.photos = 0..<6
            #expect(sync(library, home, credential: "a") == .completed)
            let (state, starts) = (try library.state(), nodes.starts.count)
            accounts.name = "bob"
            nodes.photos = 10..<12
            guard case .failed(let error) = sync(library, home, credential: "b") else {
                Issue.record("the run was not refused")
                return
            }
            #expect(error.code == .followsAnotherSource)
            #expect(error.message.contains("ada") && error.message.contains("bob"))
            #expect(try library.state() == state)
            #expect(try library.statistics().nodes == 6)
            #expect(nodes.starts.count == starts)
            #expect(sync(library, home, replaces: true, credential: "b") == .completed)
            #expect(try library.statistics().nodes == 2)
        }
    }

    @Test func anAccountThatCannotBeLearntLeavesTheLibraryAsItIs() throws {
        try scheduler.enter {
            let library = try fixture.open()
            accounts.name = ""
            #expect(
                sync(library, home, credential: "a") == .failed(FeedError(.tokenRefused, "")))
            #expect(try library.state() == .empty)
            #expect(nodes.starts.isEmpty)
        }
    }

    @Test func aLibraryThatWasNeverToldItsAccountAdoptsTheFirst() throws {
        try scheduler.enter {
            let library = try followingLibrary()
            #expect(sync(library, home, credential: "a") == .completed)
            #expect(nodes.starts.last == .cursor(FeedCursor(rawValue: "now")))
            #expect(sync(library, home) == .completed)
            accounts.name = "bob"
            #expect(
                sync(library, home, credential: "b")
                    == .failed(FeedError(.followsAnotherSource, "")))
        }
    }

    @Test func anotherAccountOpensWithItsOwnCredentialOnly() throws {
        try scheduler.enter {
            let library = try fixture.open()
            nodes.photos = 0..<6
            #expect(sync(library, home, credential: "a") == .completed)
            // A run for another account ends between the first page's two writes.
            try library.beginListing(of: home.with(FeedAccount(rawValue: "bob")))
            let end = sync(library, home, credential: "a")
            #expect(end == .failed(FeedError(.followsAnotherSource, "")))
            #expect(accounts.requests == 2)
        }
    }

    @Test func theCredentialIsNotInTheLibrary() throws {
        try scheduler.enter {
            let library = try fixture.open()
            let secret = "sl.canary-\(UInt64.random(in: .min ... .max))"
            #expect(sync(library, home, credential: secret) == .completed)
            #expect("\(FeedCredential(secret: secret))".contains("canary") == false)
            let files = try FileManager.default.subpathsOfDirectory(atPath: library.path)
            for file in files {
                guard let data = FileManager.default.contents(atPath: library.path + "/" + file)
                else { continue }
                #expect(data.range(of: Data(secret.utf8)) == nil, "\(file)")
            }
        }
    }
}
