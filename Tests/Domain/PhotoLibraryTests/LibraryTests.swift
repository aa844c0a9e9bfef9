import DurableFiles
import Foundation
import PhotoFeed
import Testing

@testable import PhotoLibrary

@Suite("The library")
@MainActor
struct LibraryTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private func fill(_ library: SQLiteFeedLibrary, _ numbers: Range<Int>) throws {
        try library.beginListing(of: "")
        _ = try library.apply(page(numbers.map { .media(photo($0)) }, "filled"))
    }

    // MARK: State and pages

    @Test func aNewLibraryIsEmpty() throws {
        let library = try fixture.open()
        #expect(try library.state() == .empty)
        #expect(try library.window(FeedQuery(limit: 10)) == FeedWindow(items: [], next: nil))
    }

    @Test func aPageAndItsCursorSurviveTheProcessTogether() throws {
        let library = try fixture.open()
        try library.beginListing(of: "/x")
        #expect(try library.state() == .listing(FeedSource(folder: "/x"), cursor: nil))
        _ = try library.apply(page([.media(photo(1, at: "/x/1.jpg"))], "one", more: true))
        let killed = try fixture.killed()
        #expect(
            try killed.state()
                == .listing(FeedSource(folder: "/x"), cursor: FeedCursor(rawValue: "one")))
        #expect(try killed.census().nodes == 1)
        _ = try library.apply(page([], "two"))
        #expect(
            try fixture.killed().state()
                == .following(FeedSource(folder: "/x"), cursor: FeedCursor(rawValue: "two")))
    }

    @Test func aLibraryOfAnOlderVersionIsReadAndBroughtUpToDate() throws {
        do {
            let library = try fixture.open()
            try fill(library, 0..<3)
            try library.tables.execute(
                """
                ALTER TABLE feed DROP COLUMN server;
                ALTER TABLE feed DROP COLUMN account; ALTER TABLE feed DROP COLUMN credential;
                ALTER TABLE node DROP COLUMN attempts; ALTER TABLE node DROP COLUMN next_try;
                ALTER TABLE node DROP COLUMN thumbnail_size;
                ALTER TABLE feed DROP COLUMN thumbnail_size;
                DELETE FROM grdb_migrations WHERE identifier >= '2'
                """)
        }
        let followed = FeedState.following(FeedSource(), cursor: FeedCursor(rawValue: "filled"))
        let reader = try SQLiteFeedLibrary(reading: fixture.path + "/library")
        #expect(try reader.state() == followed)
        #expect(try reader.census().nodes == 3)
        let writer = try fixture.open()
        #expect(try writer.state() == followed)
        try writer.adopt(FeedSource(server: "home"))
        #expect(
            try writer.state()
                == .following(
                    FeedSource(server: "home"), cursor: FeedCursor(rawValue: "filled")))
    }

    @Test func aPageThatDoesNotFitTheDiskChangesNothingAndFitsLater() throws {
        let library = try fixture.open()
        try fill(library, 0..<10)
        try library.tables.execute("PRAGMA max_page_count = 30")
        let large = page((100..<4_000).map { .media(photo($0)) }, "large")
        #expect(throws: FeedError(.diskFull, "")) { try library.apply(large) }
        #expect(try library.census().nodes == 10)
        #expect(
            try library.state()
                == .following(FeedSource(), cursor: FeedCursor(rawValue: "filled")))
        try library.tables.execute("PRAGMA max_page_count = 1000000")
        _ = try library.apply(large)
        #expect(try library.census().nodes == 3_910)
        try library.verify()
    }

    @Test func aListingRemovesWhatItDoesNotMentionAndOnlyWhenComplete() throws {
        let library = try fixture.open()
        try fill(library, 0..<10)
        try library.beginListing(of: "")
        _ = try library.apply(page((0..<4).map { .media(photo($0)) }, "part", more: true))
        #expect(try library.census().nodes == 10)
        #expect(try fixture.killed().census().nodes == 10)
        let effect = try library.apply(page((4..<6).map { .media(photo($0)) }, "end"))
        #expect(effect.removed == 4)
        #expect(try library.census().nodes == 6)
    }

    @Test func displayPathsAreMadeOfTheFoldersOwnNames() throws {
        let library = try fixture.open()
        try library.beginListing(of: "")
        let node = MediaNode(
            id: NodeID(rawValue: "id:9"), name: "Å.JPG", pathLower: "/a/b/å.jpg",
            pathDisplay: "/a/B?/Å.JPG", revision: "000000001", size: 1,
            clientModified: FeedTime(secondsSinceEpoch: 1),
            serverModified: FeedTime(secondsSinceEpoch: 1))
        _ = try library.apply(page([.media(node)], "1", more: true))
        #expect(try library.everything().first?.displayPath == "/a/B?/Å.JPG")
        let folders = [("/a", "A"), ("/a/b", "Bee")].map {
            NodeChange.folder(
                FolderNode(id: NodeID(rawValue: "id:\($0.1)"), name: $0.1, pathLower: $0.0))
        }
        _ = try library.apply(page(folders, "2"))
        #expect(try library.everything().first?.displayPath == "/A/Bee/Å.JPG")
        #expect(try library.displayPath(of: node.id) == "/A/Bee/Å.JPG")
        _ = try library.apply(page([.deleted(pathLower: "/a")], "3"))
        #expect(try library.displayPath(of: node.id) == nil)
    }

    @Test func aPhotoTakesTheFolderOfItsName() throws {
        let library = try fixture.open()
        try library.beginListing(of: "")
        _ = try library.apply(
            page([.media(photo(1, at: "/a.jpg/1.jpg")), .media(photo(2, at: "/b/2.jpg"))], "1"))
        let again = try fixture.killed()
        let effect = try again.apply(page([.media(photo(3, at: "/a.jpg"))], "2"))
        #expect(effect.added == 1)
        #expect(effect.removed == 1)
        #expect(try again.everything().map(\.node.pathLower).sorted() == ["/a.jpg", "/b/2.jpg"])
    }

    @Test func namesAreOnlyData() throws {
        let names = [
            "..", "../../etc/passwd.jpg", "a\u{0}b.jpg", "\u{202E}gpj.exe.jpg", "<script>.jpg",
            "'; DROP TABLE node; --.jpg", String(repeating: "ü", count: 35_000) + ".jpg",
            String(repeating: "/x", count: 3_000) + ".jpg", "%_%.jpg", "\u{1B}[2J.jpg",
        ]
        let library = try fixture.open()
        try library.beginListing(of: "")
        let changes = names.enumerated().map { index, name in
            NodeChange.media(photo(index, at: "/h/\(index)/" + name, name: name))
        }
        _ = try library.apply(page(changes))
        let wanted = try library.wantedThumbnails(after: nil, limit: 100)
        try library.store(
            wanted.map { ThumbnailOutcome(wanted: $0, result: .picture([1], .notAsked)) })
        let items = try library.everything()
        #expect(Set(items.map(\.node.name)) == Set(names))
        for item in items {
            guard case .stored(let path) = item.thumbnail else { continue }
            #expect(path.wholeMatch(of: /thumbnails\/[0-9a-f]{2}\/[0-9a-f]{62}\.jpg/) != nil)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.path) == ["library"])
    }

    // MARK: Windows

    @Test func windowsAreNewestFirstAndMissNothing() throws {
        let library = try fixture.open()
        try fill(library, 0..<50)
        let ids = try library.everything(limit: 7).map(\.node.id.rawValue)
        #expect(ids == (0..<50).reversed().map { "id:\($0)" })
        let some = try library.window(
            FeedQuery(
                limit: 100, since: FeedTime(secondsSinceEpoch: 1_000_010),
                until: FeedTime(secondsSinceEpoch: 1_000_020)))
        #expect(some.items.map(\.node.id.rawValue) == (10..<20).reversed().map { "id:\($0)" })
        #expect(some.next == nil)
    }

    @Test func equalDatesAreReadOnceEach() throws {
        let library = try fixture.open()
        try library.beginListing(of: "")
        let time = FeedTime(secondsSinceEpoch: 5)
        let nodes = (0..<20).map { number in
            MediaNode(
                id: NodeID(rawValue: "id:\(number)"), name: "\(number).jpg",
                pathLower: "/\(number).jpg", revision: "1", size: 0, clientModified: time,
                serverModified: time)
        }
        _ = try library.apply(page(nodes.map { .media($0) }))
        #expect(Set(try library.everything(limit: 3).map(\.node.id)).count == 20)
    }

    @Test func whatAKilledRunWasWritingIntoTheFolderIsRemoved() throws {
        _ = try fixture.open()
        let folder = try DurableFolder(path: fixture.path + "/library")
        let partial = try folder.writer(named: "holder", durability: .atomic).keep()
        #expect(FileManager.default.fileExists(atPath: fixture.path + "/library/" + partial))
        _ = try fixture.open()
        #expect(!FileManager.default.fileExists(atPath: fixture.path + "/library/" + partial))
    }

    @Test func aPageIsFlushedAndThumbnailsAreFlushedWithTheNextOne() throws {
        let library = try fixture.open()
        func mode() throws -> Int64? {
            try library.tables.statement("PRAGMA synchronous").first { $0.integer(0) }
        }
        let (normal, full) = (Int64(1), Int64(2))
        try fill(library, 0..<2)
        #expect(try mode() == full)
        try store(library)
        #expect(try mode() == normal)
        try library.tidyUp()
        #expect(try mode() == full)
    }

    // MARK: Thumbnails

    private func store(_ library: SQLiteFeedLibrary) throws {
        let wanted = try library.wantedThumbnails(after: nil, limit: 1_000)
        try library.store(
            wanted.map { ThumbnailOutcome(wanted: $0, result: .picture([0xFF, 0xD8], .notAsked)) })
    }

    @Test func thumbnailsAreFilesAndNoneIsLeftOver() throws {
        let library = try fixture.open()
        try fill(library, 0..<5)
        try store(library)
        #expect(fixture.thumbnails.count == 5)
        _ = try library.apply(
            page([.deleted(pathLower: "/photos/1.jpg"), .media(photo(2, revision: 2))], "next"))
        #expect(try library.wantedThumbnails(after: nil, limit: 9).map(\.id.rawValue) == ["id:2"])
        try library.tidyUp()
        #expect(fixture.thumbnails.count == 3)
        try library.verify()
    }

    @Test func aMoveKeepsTheThumbnail() throws {
        let library = try fixture.open()
        try fill(library, 0..<1)
        try store(library)
        _ = try library.apply(page([.deleted(pathLower: "/photos")], "a", more: true))
        let effect = try library.apply(page([.media(photo(0, at: "/elsewhere/0.jpg"))], "b"))
        #expect(effect.changed == 1)
        try library.tidyUp()
        #expect(try library.wantedThumbnails(after: nil, limit: 9).isEmpty)
        #expect(fixture.thumbnails.count == 1)
    }

    @Test func aThumbnailOfAFormerRevisionIsDropped() throws {
        let library = try fixture.open()
        try fill(library, 0..<1)
        let old = try library.wantedThumbnails(after: nil, limit: 9)
        _ = try library.apply(page([.media(photo(0, revision: 2))], "next"))
        try library.store(
            old.map { ThumbnailOutcome(wanted: $0, result: .picture([1], .notAsked)) })
        #expect(try library.wantedThumbnails(after: nil, limit: 9).count == 1)
        #expect(fixture.thumbnails.isEmpty)
    }

    @Test func failuresAreKeptAndOnlyThoseForNowAreTriedAgain() throws {
        let library = try fixture.open()
        try fill(library, 0..<2)
        let wanted = try library.wantedThumbnails(after: nil, limit: 9)
        try library.store(
            zip(wanted, [true, false]).map { wanted, isPermanent in
                let failure = ThumbnailFailure(reason: "why", isPermanent: isPermanent)
                return ThumbnailOutcome(wanted: wanted, result: .failure(failure))
            })
        #expect(try library.wantedThumbnails(after: nil, limit: 9).map(\.id) == [wanted[1].id])
        #expect(try library.census().failedThumbnails == 2)
        #expect(
            try library.everything().map(\.thumbnail) == [
                .failed(ThumbnailFailure(reason: "why", isPermanent: true)),
                .failed(ThumbnailFailure(reason: "why", isPermanent: false)),
            ])
    }

    @Test func aNewNameIsANewChanceOfAThumbnail() throws {
        let library = try fixture.open()
        let (video, photo) = (photo(1, at: "/v.mp4"), photo(2, at: "/x.heic"))
        try library.beginListing(of: "")
        _ = try library.apply(page([.media(video), .media(photo)], "a"))
        let wanted = try library.wantedThumbnails(after: nil, limit: 9)
        #expect(wanted.map(\.id) == [photo.id])
        let failure = ThumbnailFailure(reason: "unsupported_extension", isPermanent: true)
        try library.store([ThumbnailOutcome(wanted: wanted[0], result: .failure(failure))])
        #expect(try library.wantedThumbnails(after: nil, limit: 9).isEmpty)
        let changes = [moved(video, to: "/v.jpg"), moved(photo, to: "/x.jpg")]
        _ = try library.apply(page(changes.map { .media($0) }, "b"))
        #expect(try library.wantedThumbnails(after: nil, limit: 9).count == 2)
    }

    @Test func aThumbnailWithoutWhatTheCameraSaidIsWantedWithItOnceMore() throws {
        let library = try fixture.open()
        try fill(library, 0..<3)
        try store(library)
        #expect(try library.wantedThumbnails(after: nil, limit: 9).isEmpty)
        #expect(try library.census(withMediaInfo: true).wantedThumbnails == 3)
        let wanted = try library.wantedThumbnails(after: nil, limit: 9, withMediaInfo: true)
        #expect(wanted.count == 3)
        let failure = ThumbnailFailure(reason: "why", isPermanent: true)
        try library.store([
            ThumbnailOutcome(
                wanted: wanted[0], result: .picture([1], .known(MediaInfo(kind: .photo)))),
            ThumbnailOutcome(wanted: wanted[1], result: .failure(failure)),
        ])
        let left = try library.wantedThumbnails(after: nil, limit: 9, withMediaInfo: true)
        #expect(left.map(\.id) == wanted.dropFirst().map(\.id))
        #expect(try library.census(withMediaInfo: true).wantedThumbnails == 2)
        #expect(try library.census().thumbnails == 3)
        try library.tidyUp()
        try library.verify()
    }

    @Test func aPictureOfWhichTheServerKnowsNothingIsAskedForOnce() throws {
        let library = try fixture.open()
        try fill(library, 0..<2)
        func store(_ wanted: [WantedThumbnail]) throws {
            try library.store(
                wanted.map { ThumbnailOutcome(wanted: $0, result: .picture([1], .nothing)) })
        }
        try store(library.wantedThumbnails(after: nil, limit: 9, withMediaInfo: true))
        #expect(try library.wantedThumbnails(after: nil, limit: 9, withMediaInfo: true).isEmpty)
        #expect(try library.census(withMediaInfo: true).wantedThumbnails == 0)
        #expect(try library.everything().allSatisfy { $0.node.mediaInfo == nil })
        _ = try library.apply(page([.media(photo(0, revision: 2))], "next"))
        let wanted = try library.wantedThumbnails(after: nil, limit: 9, withMediaInfo: true)
        #expect(wanted.map(\.id) == [photo(0).id])
    }

    /// A library with a clock that the test sets.
    private func library(at time: @escaping () -> Int64) throws -> SQLiteFeedLibrary {
        try SQLiteFeedLibrary(writing: fixture.path + "/library") {
            FeedTime(secondsSinceEpoch: time())
        }
    }

    @Test func aPhotoOnWhichTheServerKeepsFailingIsAskedForLessAndLess() throws {
        var now: Int64 = 1_700_000_000
        let library = try library { now }
        try fill(library, 0..<1)
        var waits: [Int64] = []
        for _ in 0..<9 {
            let failed = now
            while try library.wantedThumbnails(after: nil, limit: 9).isEmpty { now += 60 }
            waits.append((now - failed) / 60)
            #expect(try library.census().wantedThumbnails == 1)
            let wanted = try library.wantedThumbnails(after: nil, limit: 9)
            let failure = ThumbnailFailure(reason: "why", isPermanent: false)
            try library.store(
                wanted.map { ThumbnailOutcome(wanted: $0, result: .failure(failure)) })
        }
        #expect(waits == [0, 0, 15, 60, 240, 960, 3_840, 10_080, 10_080])
        #expect(try library.census().wantedThumbnails == 0)
        _ = try library.apply(page([.media(photo(0, revision: 2))], "changed"))
        #expect(try library.wantedThumbnails(after: nil, limit: 9).count == 1)
    }

    @Test func aClockThatWasWrongForAWhileHoldsNothingBack() throws {
        var now: Int64 = 4_000_000_000
        let library = try library { now }
        try fill(library, 0..<1)
        for _ in 0..<3 {
            let wanted = try library.wantedThumbnails(after: nil, limit: 9)
            let failure = ThumbnailFailure(reason: "why", isPermanent: false)
            try library.store(
                wanted.map { ThumbnailOutcome(wanted: $0, result: .failure(failure)) })
            now += 900
        }
        now = 1_700_000_000
        #expect(try library.wantedThumbnails(after: nil, limit: 9).count == 1)
    }

    @Test func aPictureThatTheServerHasNotLookedIntoYetIsAskedForAgainLater() throws {
        var now: Int64 = 1_700_000_000
        let library = try library { now }
        try fill(library, 0..<1)
        func ask(_ answer: MediaAnswer) throws -> Int {
            let wanted = try library.wantedThumbnails(after: nil, limit: 9, withMediaInfo: true)
            try library.store(
                wanted.map { ThumbnailOutcome(wanted: $0, result: .picture([1], answer)) })
            return wanted.count
        }
        #expect(try ask(.pending) == 1)
        #expect(try ask(.pending) == 1)
        #expect(try ask(.pending) == 0)
        now += 900
        #expect(try ask(.known(MediaInfo(kind: .photo))) == 1)
        #expect(try ask(.pending) == 0)
        #expect(try library.everything()[0].node.mediaInfo == MediaInfo(kind: .photo))
    }

    @Test func aFeedIsSortedByInstantsAndShowsWhatTheCameraShowed() throws {
        let library = try fixture.open()
        let file = FeedTime(secondsSinceEpoch: 1_700_000_000)
        func node(_ number: Int, at seconds: Int64) -> MediaNode {
            MediaNode(
                id: NodeID(rawValue: "id:\(number)"), name: "\(number).jpg",
                pathLower: "/\(number).jpg", revision: "1", size: 0,
                clientModified: FeedTime(secondsSinceEpoch: file.secondsSinceEpoch + seconds),
                serverModified: file)
        }
        try library.beginListing(of: "")
        let changes = (0..<3).map { NodeChange.media(node($0, at: Int64($0) * 60)) }
        _ = try library.apply(page(changes))
        // The camera of the first photo stands in Seoul: its clock is nine hours ahead.
        let wanted = try library.wantedThumbnails(after: nil, limit: 9)
        let seoul = CameraTime(wallSeconds: file.secondsSinceEpoch + 9 * 3_600)
        try library.store([
            ThumbnailOutcome(
                wanted: wanted[2],
                result: .picture([1], .known(MediaInfo(kind: .photo, timeTaken: seoul))))
        ])
        let items = try library.everything()
        #expect(items.map(\.node.name) == ["2.jpg", "1.jpg", "0.jpg"])
        #expect(items[2].node.date == file)
        #expect(items[2].node.shownTime == seoul)
        #expect(items[1].node.shownTime == CameraTime(utc: items[1].node.clientModified))
        // A rename keeps both.
        _ = try library.apply(page([.media(moved(node(0, at: 0), to: "/renamed.jpg"))], "next"))
        #expect(try library.everything()[2].node.date == file)
    }

    @Test func datesOfAnOlderVersionBecomeInstants() throws {
        let (offset, modified) = (Int64(9 * 3_600), photo(0).clientModified.secondsSinceEpoch)
        do {
            let library = try fixture.open()
            try fill(library, 0..<2)
            try library.tables.execute(
                """
                UPDATE node SET date = client_modified + \(offset) WHERE id = 'id:0';
                INSERT INTO media_info
                    SELECT number, 'photo', 1, 1, NULL, NULL, date, NULL FROM node WHERE id = 'id:0';
                ALTER TABLE feed DROP COLUMN account; ALTER TABLE feed DROP COLUMN credential;
                ALTER TABLE node DROP COLUMN attempts; ALTER TABLE node DROP COLUMN next_try;
                ALTER TABLE node DROP COLUMN thumbnail_size;
                ALTER TABLE feed DROP COLUMN thumbnail_size;
                DELETE FROM grdb_migrations WHERE identifier >= '3'
                """)
        }
        let reader = try SQLiteFeedLibrary(reading: fixture.path + "/library")
        #expect(try reader.everything().map(\.node.id.rawValue) == ["id:0", "id:1"])
        #expect(try reader.census(withMediaInfo: true).nodes == 2)
        let library = try fixture.open()
        let items = try library.everything()
        #expect(items.map(\.node.id.rawValue) == ["id:1", "id:0"])
        #expect(items[1].node.date.secondsSinceEpoch == modified)
        #expect(items[1].node.shownTime == CameraTime(wallSeconds: modified + offset))
        #expect(
            try library.window(
                FeedQuery(limit: 9, until: FeedTime(secondsSinceEpoch: modified + 1))
            ).items.count == 1)
    }

    @Test func aWindowOfLongNamesIsShort() throws {
        let library = try fixture.open()
        try library.beginListing(of: "")
        let long = String(repeating: "x", count: 70_000)
        let nodes = (0..<100).map { photo($0, at: "/\(long)/\($0)\(long).jpg") }
        _ = try library.apply(page(nodes.map { .media($0) }))
        let window = try library.window(FeedQuery(limit: 100))
        #expect(window.items.count < 20)
        #expect(try library.everything(limit: 100).count == 100)
    }

    @Test func aFolderThatIsBelowItselfIsDamage() throws {
        let library = try fixture.open()
        try fill(library, 0..<1)
        try library.tables.execute("UPDATE folder SET parent = number")
        #expect(throws: FeedError(.libraryDamaged, "")) {
            try library.window(FeedQuery(limit: 1))
        }
    }

    @Test func thumbnailsMayBeOfAnyDate() throws {
        do {
            let library = try fixture.open()
            try fill(library, 0..<2)
            try store(library)
            for file in fixture.thumbnails {
                let shelf = file.split(separator: "/")[0]
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 10_413_792_000)],
                    ofItemAtPath: "\(fixture.path)/library/thumbnails/\(shelf)")
            }
            try library.tidyUp()
        }
        #expect(try fixture.open().census().thumbnails == 2)
    }

    @Test func whatACameraSaysDatesAPictureForGood() throws {
        let library = try fixture.open()
        try fill(library, 0..<2)
        let taken = CameraTime(wallSeconds: 5_000_000)
        let info = MediaInfo(
            kind: .photo, dimensions: .init(width: 4, height: 3),
            location: .init(latitude: 1.5, longitude: -2), timeTaken: taken)
        let wanted = try library.wantedThumbnails(after: nil, limit: 9)
        try library.store([
            ThumbnailOutcome(wanted: wanted[1], result: .picture([1], .known(info)))
        ])
        #expect(try library.everything()[0].node.mediaInfo == info)
        _ = try library.apply(page([.media(photo(0, at: "/photos/renamed.jpg"))], "next"))
        let first = try library.everything()[0]
        #expect(first.node.mediaInfo == info)
        #expect(first.node.pathLower == "/photos/renamed.jpg")
    }

    @Test func whatACameraSaidOfAFormerPictureIsForgotten() throws {
        let library = try fixture.open()
        try fill(library, 0..<1)
        let info = MediaInfo(
            kind: .photo, dimensions: .init(width: 4, height: 3), location: nil,
            timeTaken: CameraTime(wallSeconds: 5_000_000))
        let wanted = try library.wantedThumbnails(after: nil, limit: 9)
        try library.store([ThumbnailOutcome(wanted: wanted[0], result: .picture([1], .known(info)))]
        )
        let replaced = photo(0, revision: 2)
        _ = try library.apply(page([.media(replaced)], "b"))
        let renamed = photo(0, at: "/photos/renamed.jpg", revision: 2)
        _ = try library.apply(page([.media(renamed)], "c"))
        let item = try library.everything()[0]
        #expect(item.node.mediaInfo == nil)
        #expect(item.node.date == replaced.clientModified)
    }

    @Test func foldersThatOnlyLookTheSameAreTwo() throws {
        let library = try fixture.open()
        let paths = ["/caf\u{E9}/a.jpg", "/cafe\u{301}/a.jpg"]
        try library.beginListing(of: "")
        _ = try library.apply(
            page(paths.enumerated().map { .media(photo($0.offset, at: $0.element)) }))
        let found = try library.everything().map { Array($0.node.pathLower.utf8) }
        #expect(Set(found) == Set(paths.map { Array($0.utf8) }))
    }

    @Test func aKilledRunIsCleanedUpAfter() throws {
        let library = try fixture.open()
        try fill(library, 0..<4)
        try store(library)
        let files = fixture.thumbnails.map { fixture.path + "/library/thumbnails/" + $0 }
        try Data().write(to: URL(fileURLWithPath: files[0]))
        try FileManager.default.removeItem(atPath: files[1])
        let stray = (files[2] as NSString).deletingLastPathComponent + "/stray.jpg"
        try Data([1]).write(to: URL(fileURLWithPath: stray))
        let killed = try fixture.killed()
        #expect(try killed.wantedThumbnails(after: nil, limit: 9).count == 2)
        try store(killed)
        try killed.tidyUp()
        try killed.verify()
        let left = FileManager.default.enumerator(atPath: killed.path + "/thumbnails")
        #expect((left?.allObjects ?? []).filter { "\($0)".hasSuffix(".jpg") }.count == 4)
    }

    // MARK: Files that somebody has been at

    /// A library that was closed properly, with five thumbnails.
    private func fillAndClose() throws {
        let library = try fixture.open()
        try fill(library, 0..<5)
        try store(library)
        try library.tidyUp()
    }

    private func path(_ thumbnail: String) -> String {
        fixture.path + "/library/thumbnails/" + thumbnail
    }

    @Test func thumbnailsThatWereRemovedOrCutOffAreWantedAgain() throws {
        try fillAndClose()
        let files = fixture.thumbnails
        try FileManager.default.removeItem(atPath: path(files[1]))
        #expect(truncate(path(files[3]), 1) == 0)
        let library = try fixture.open()
        #expect(try library.wantedThumbnails(after: nil, limit: 9).count == 2)
        try store(library)
        try library.tidyUp()
        try library.verify()
        #expect(fixture.thumbnails == files)
    }

    @Test func aFolderOfThumbnailsThatWasRemovedIsFilledAgain() throws {
        try fillAndClose()
        try FileManager.default.removeItem(atPath: fixture.path + "/library/thumbnails")
        let library = try fixture.open()
        #expect(try library.wantedThumbnails(after: nil, limit: 9).count == 5)
    }

    @Test func aFolderThatIsRemovedWhileTheLibraryIsOpenIsMadeAgain() throws {
        let library = try fixture.open()
        try fill(library, 0..<1)
        let wanted = try library.wantedThumbnails(after: nil, limit: 9)
        let outcomes = wanted.map { ThumbnailOutcome(wanted: $0, result: .picture([1], .notAsked)) }
        try library.store(outcomes)
        let files = fixture.thumbnails
        try FileManager.default.removeItem(
            atPath: (path(files[0]) as NSString).deletingLastPathComponent)
        try library.store(outcomes)
        #expect(fixture.thumbnails == files)
    }

    @Test func aPictureThatCannotBeWrittenLeavesNoneOfItsBatchMarked() throws {
        let library = try fixture.open()
        try fill(library, 0..<3)
        let node = photo(1)
        let name = ThumbnailName(
            id: node.id, contentHash: node.contentHash, revision: node.revision)
        try FileManager.default.createDirectory(
            atPath: library.path + "/" + name.path, withIntermediateDirectories: true)
        #expect(throws: FeedError(.libraryUnusable, "")) { try store(library) }
        #expect(try library.census().thumbnails == 0)
        #expect(try library.wantedThumbnails(after: nil, limit: 9).count == 3)
    }

    @Test func whatWasPutBesideTheThumbnailsIsRemoved() throws {
        try fillAndClose()
        let files = fixture.thumbnails
        try FileManager.default.copyItem(
            atPath: path(files[0]), toPath: path(files[0]) + ".copy")
        let library = try fixture.open()
        #expect(fixture.thumbnails == files)
        try library.tidyUp()
        #expect(try library.wantedThumbnails(after: nil, limit: 9).isEmpty)
    }

    @Test func filesThatNobodyHasBeenAtAreNotCheckedOneByOne() throws {
        try fillAndClose()
        let closedAs = { (library: SQLiteFeedLibrary) in
            try library.tables.read { try library.tables.feed.row().closedAs }
        }
        #expect(try closedAs(fixture.open()) != nil)
        try FileManager.default.removeItem(atPath: path(fixture.thumbnails[0]))
        do {
            let library = try fixture.open()
            #expect(try closedAs(library) == nil)
            try library.tidyUp()
        }
        #expect(try closedAs(fixture.open()) != nil)
    }

    @Test func aRemovalShowsWhereThereAreTooManyFilesToInspect() throws {
        try fillAndClose()
        let file = path(fixture.thumbnails[0])
        let shelf = (file as NSString).deletingLastPathComponent
        // The clock of a file system may tick slower than this test runs.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: shelf)
        let files = try ThumbnailFiles(in: LibraryFolder(locking: fixture.path + "/library"))
        let look = try files.look(inspecting: 0)
        #expect(try files.look(inspecting: 0) == look)
        try FileManager.default.removeItem(atPath: file)
        #expect(try files.look(inspecting: 0) != look)
    }
}
