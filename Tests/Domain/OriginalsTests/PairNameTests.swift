import DurableFiles
import Foundation
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import Testing

@testable import Originals

/// The names of live photos, whatever times the server has for their files.
@Suite("Names of live photos")
struct PairNameTests {
    /// A disk on which nothing can be changed after a number of changes, as after a kill.
    private final class DyingDisk: DiskModel {
        let bootSession = "test"
        private let rest: Guarded<Int>

        init(after changes: Int) { rest = Guarded(changes) }

        var isDead: Bool { rest.withLock { $0 < 0 } }

        func decide(on change: DiskChange) -> DiskVerdict {
            rest.withLock { rest in
                rest -= 1
                return rest < 0 ? .fail(EIO) : .proceed
            }
        }
    }

    /// From no difference to 60 days.
    private static let gaps: [Int64] = [
        0, 3, 4, 5, -5, 60, 3_600, 86_400, -20 * 86_400, 40 * 86_400, 60 * 86_400,
    ]

    /// The layouts, and whether they have one folder for both files.
    private static let layouts: [(String, Bool)] = [
        (OriginalLayout.standard, true), ("{stem}.{ext}", true),
        ("{year}-{month}-{day}/{stem}.{ext}", true), ("{year}/{kind}/{stem}.{ext}", false),
        ("{folder}/{stem}.{ext}", true), ("{year}/{stem}_{id8}.{ext}", true),
    ]

    @Test(arguments: gaps, LivePhotoFixture.Order.allCases)
    func theFilesOfALivePhotoHaveOneNameUnderAnyTimes(
        _ gap: Int64, _ order: LivePhotoFixture.Order
    ) throws {
        for isDated in [false, true] {
            let live = try LivePhotoFixture(gap: gap, isDated: isDated)
            try live.fill(order)
            try live.check()
            try live.checkRepetition()
        }
    }

    @Test(arguments: layouts, LivePhotoFixture.Order.allCases)
    func theFilesOfALivePhotoHaveOneNameInAnyLayout(
        _ layout: (text: String, isInOneFolder: Bool), _ order: LivePhotoFixture.Order
    ) throws {
        for gap in [0, 5, 40 * 86_400] as [Int64] {
            let live = try LivePhotoFixture(gap: gap, layout: layout.text)
            try live.fill(order)
            try live.check(isInOneFolder: layout.isInOneFolder)
            try live.checkRepetition()
        }
    }

    @Test(arguments: gaps)
    func aFolderWithMixedNamesIsCorrectedWithoutADownload(_ gap: Int64) throws {
        for (layout, isInOneFolder) in Self.layouts {
            let live = try LivePhotoFixture(gap: gap, layout: layout, hasFacts: false)
            try live.fill(.together)
            live.readFacts()
            #expect(live.fixture.result(nil)?.downloaded == 0)
            try live.check(isInOneFolder: isInOneFolder)
            try live.checkRepetition()
        }
    }

    /// A kill at each change of the disk, also between the renames of both files.
    @Test(arguments: [5, 40 * 86_400] as [Int64])
    func aKillAtAnyMomentOfTheCorrectionIsRepaired(_ gap: Int64) throws {
        var changes = 0
        var isDead = true
        while isDead {
            let live = try LivePhotoFixture(gap: gap, hasFacts: false)
            try live.fill(.together)
            live.readFacts()
            let disk = DyingDisk(after: changes)
            DiskModels.setCurrent(disk)
            _ = live.fixture.run(nil)
            DiskModels.setCurrent(nil)
            isDead = disk.isDead
            if changes.isMultiple(of: 2) {
                _ = live.fixture.verify(VerifyOptions(repairs: true))
                #expect(live.fixture.server.ranges.isEmpty)
            }
            // New files of the same name must not take the places of the others.
            live.add("0", day: 9)
            #expect(live.fixture.result(nil)?.downloaded == 2)
            try live.check()
            try live.checkRepetition()
            changes += 1
        }
        #expect(changes > 20)
    }

    @Test func pairsOfOneNameFarApartAreNotMixed() throws {
        let live = try LivePhotoFixture(gap: 40 * 86_400)
        // The movie of the first is from the month of the second.
        live.add("a", day: 1)
        live.add("b", day: 35)
        _ = live.fixture.run(live.choice)
        try live.check()
        #expect(live.fixture.files.contains("2024/08/IMG_1.HEIC"))
        try live.checkRepetition()
    }

    @Test func aThirdFileWithTheNameOfOneOfBothRenamesBoth() throws {
        let live = try LivePhotoFixture(gap: 5, hasFacts: false)
        live.add("a")
        live.add("b")
        _ = live.fixture.run(live.choice)
        // Neither file can get the digits of the other one.
        let digits = ["id:bs", "id:bm"].map { OriginalDigits.of($0, count: 8) }
        let mine = ["2024/08/IMG_1~\(digits[0]).MOV", "2024/08/IMG_1~\(digits[1]).HEIC"]
        for name in mine { try live.fixture.write("mine", name) }
        live.readFacts()
        #expect(live.fixture.result(nil)?.moved == 2)
        for name in mine {
            #expect(live.fixture.content(name) == "mine")
            try FileManager.default.removeItem(atPath: live.fixture.path + "/originals/" + name)
        }
        try live.check()
        try live.checkRepetition()
    }

    @Test(arguments: [LivePhotoFixture.Part.still, .movie])
    func aFileThatAProgramHasChangedStaysAndTheOtherOneGoesToIt(
        _ part: LivePhotoFixture.Part
    ) throws {
        let live = try LivePhotoFixture(gap: 5, hasFacts: false)
        for folder in ["a", "b", "c"] { live.add(folder) }
        _ = live.fixture.run(live.choice)
        let edited = try live.fixture.paths.filter { $0.key.hasSuffix(part == .still ? "s" : "m") }
        for path in edited.values { try live.fixture.write("edited", path) }
        // The identifiers were read before the edit.
        live.fixture.library.items = live.fixture.library.items.map { item in
            let folder = String(item.node.id.rawValue.dropLast().suffix(1))
            let node = item.node
            return FeedItem(
                node: MediaNode(
                    id: node.id, name: node.name, pathKey: node.pathKey,
                    revision: node.revision, size: node.size, contentHash: node.contentHash,
                    clientModified: node.clientModified, serverModified: node.serverModified,
                    mediaInfo: MediaInfo(
                        kind: node.kind, contentIdentifier: folder, isOfOriginal: true)),
                displayPath: item.displayPath, thumbnail: item.thumbnail)
        }
        #expect(live.fixture.result(nil)?.downloaded == 0)
        let paths = try live.fixture.paths
        for (id, path) in edited {
            #expect(paths[id] == path && live.fixture.content(path) == "edited")
        }
        for folder in ["a", "b", "c"] {
            let stems = ["s", "m"].compactMap { paths["id:\(folder)\($0)"] }
                .map(LivePhotoFixture.stem)
            #expect(Set(stems).count == 1, "\(paths)")
        }
        try live.checkRepetition()
    }

    /// The choice has one of the two files at first.
    @Test(arguments: [MediaInfo.Kind.photo, .video])
    func theOtherFileOfALivePhotoJoinsTheFirst(_ kind: MediaInfo.Kind) throws {
        let live = try LivePhotoFixture(gap: 40 * 86_400)
        for (index, folder) in ["a", "b", "c"].enumerated() { live.add(folder, day: index + 1) }
        var choice = live.choice
        choice.kind = kind
        #expect(live.fixture.result(choice)?.downloaded == 3)
        #expect(live.fixture.result(choice)?.moved == 0)
        #expect(live.fixture.result(live.choice)?.downloaded == 3)
        try live.check()
        try live.checkRepetition()
        // The files that are chosen no longer stay where they are.
        let files = live.fixture.files
        _ = live.fixture.run(choice)
        #expect(live.fixture.files.count == files.count)
    }

    @Test func aPairThatTheServerMovesStaysTogether() throws {
        let live = try LivePhotoFixture(gap: 5, layout: "{folder}/{stem}.{ext}")
        live.add("a")
        _ = live.fixture.run(live.choice)
        live.fixture.add("id:as", "/b/IMG_2.HEIC", bytes: LiveFile.still("identifier of a"))
        live.fixture.add("id:am", "/b/IMG_2.MOV", bytes: LiveFile.movie("identifier of a"))
        try live.fixture.write("mine", "b/IMG_2.MOV")
        #expect(live.fixture.result(nil)?.moved == 2)
        let digits = OriginalDigits.of("id:as", count: 8)
        let names = ["b/IMG_2.MOV", "b/IMG_2~\(digits).HEIC", "b/IMG_2~\(digits).MOV"]
        #expect(live.fixture.files == names)
        #expect(live.fixture.content("b/IMG_2.MOV") == "mine")
        try live.checkRepetition()
    }

    @Test func aChangedFileOfAPairKeepsItsName() throws {
        let live = try LivePhotoFixture(gap: 5)
        for folder in ["a", "b"] { live.add(folder) }
        _ = live.fixture.run(live.choice)
        let paths = try live.fixture.paths
        for (id, path) in [("id:am", "/a/IMG_1.MOV"), ("id:bm", "/b/IMG_1.MOV")] {
            let folder = id.dropFirst(3).prefix(1)
            live.fixture.add(
                id, path, revision: "2",
                bytes: LiveFile.movie("identifier of \(folder)", taken: "2024-08-01T01:01:01+0000"),
                date: "2024-08-01T07:08:14Z")
        }
        #expect(live.fixture.result(nil)?.downloaded == 2)
        #expect(try live.fixture.paths == paths)
        try live.checkRepetition()
    }
}
