import Foundation
import PhotoFeed
import SchedulingTestKit
import Signals
import Testing

@testable import Originals

@Suite("Verifying originals")
struct VerifyTests {
    private let fixture: OriginalsFixture
    private let block = Int(BlockHash.blockSize)

    init() throws { fixture = try OriginalsFixture() }

    private func verify(
        _ options: VerifyOptions = VerifyOptions(), at time: Int64 = 1_000
    ) -> (events: [VerifyEvent], completion: Completion<FeedError>?) {
        fixture.verify(options, at: time)
    }

    private func counts(_ options: VerifyOptions = VerifyOptions(), at time: Int64 = 1_000)
        -> VerifyProgress?
    {
        guard case .finished(let progress)? = verify(options, at: time).events.last else {
            return nil
        }
        return progress
    }

    private func download(_ count: Int) throws {
        for number in 0..<count { fixture.add("id:\(number)", "/\(number).jpg") }
        _ = fixture.run(try fixture.choice)
    }

    private func damage(_ name: String, at position: Int = 0) throws {
        try fixture.damage(name, at: position)
    }

    @Test func goodFilesAreGood() throws {
        try download(5)
        let result = try #require(counts())
        #expect((result.known, result.checked, result.good) == (5, 5, 5))
        #expect(!result.isDamaged)
    }

    @Test func sizesOfADamagedDatabaseHaveASum() throws {
        try download(2)
        try fixture.edit { $0.size = .max }
        let result = try #require(counts())
        #expect(result.checked == 2)
        #expect(result.bytes == .max)
        try fixture.edit { $0.size = .min }
        #expect(try #require(counts()).bytes == 0)
    }

    // The largest file that Dropbox takes.
    @Test func aFileOf350GigabytesHasABlockForEvery4MiB() throws {
        try download(1)
        let size: Int64 = 350_000_000_000
        let count = 83_447
        #expect((size + BlockHash.blockSize - 1) / BlockHash.blockSize == Int64(count))
        // Its first bytes are those of a file that the user has put in its place.
        try fixture.write(WholeFile.jpg.bytes("an edit"), "2024/05/0.jpg")
        try fixture.edit {
            $0.size = size
            $0.blocks = [UInt8](repeating: 0, count: count * 32)
        }
        let found = verify().events.compactMap { event -> Int? in
            guard case .found(_, .edited, let bad) = event else { return nil }
            return bad.count
        }
        #expect(found == [count])
    }

    // immich#1003, immich#29911: a report about damaged files was missing for years.
    @Test func exactlyTheDamagedFilesAreNamed() throws {
        try download(9)
        for number in [2, 7] { try damage("\(number).jpg") }
        try FileManager.default.removeItem(atPath: fixture.path + "/originals/2024/05/3.jpg")
        try fixture.write(WholeFile.jpg.bytes("an edit of the user"), "2024/05/4.jpg")
        let events = verify().events
        let found = events.compactMap { event -> String? in
            guard case .found(let path, let verdict, _) = event else { return nil }
            return "\(path) \(verdict)"
        }
        #expect(
            Set(found) == [
                "2024/05/2.jpg damaged", "2024/05/7.jpg damaged", "2024/05/3.jpg missing",
                "2024/05/4.jpg edited",
            ])
        guard case .finished(let progress)? = events.last else {
            Issue.record("the verification has failed")
            return
        }
        #expect(progress.isDamaged)
        #expect(fixture.server.ranges.isEmpty, "nothing is repaired unasked")
    }

    @Test func aRepairDownloadsOnlyTheBadBlocks() throws {
        let text = String(repeating: "x", count: 3 * block + 5)
        fixture.add("id:1", "/large.jpg", text)
        _ = fixture.run(try fixture.choice)
        try damage("large.jpg", at: block + 7)
        try damage("large.jpg", at: 3 * block + 1)
        let run = verify(VerifyOptions(repairs: true))
        #expect(run.events.contains(.found(path: "2024/05/large.jpg", .damaged, blocks: [1, 3])))
        #expect(run.events.contains(.repaired(path: "2024/05/large.jpg", blocks: 2)))
        let (second, last) = (Int64(block), Int64(3 * block))
        #expect(fixture.server.ranges == [second..<2 * second, last..<last + 5])
        #expect(fixture.content("2024/05/large.jpg") == text)
        #expect(fixture.content("2024/05/large.jpg.damaged") != nil)
        guard case .finished(let progress)? = run.events.last else {
            Issue.record("the verification has failed")
            return
        }
        #expect(!progress.isDamaged)
        #expect(try #require(counts()).good == 1)
    }

    @Test func aMissingFileIsRepaired() throws {
        try download(1)
        try FileManager.default.removeItem(atPath: fixture.path + "/originals/2024/05/0.jpg")
        #expect(try #require(counts(VerifyOptions(repairs: true))).repaired == 1)
        #expect(fixture.content("2024/05/0.jpg") == "content of id:0")
    }

    @Test func anEditedFileIsRepairedOnlyOnDemand() throws {
        try download(1)
        let edited = WholeFile.jpg.bytes("edited")
        try fixture.write(edited, "2024/05/0.jpg")
        #expect(try #require(counts(VerifyOptions(repairs: true))).repaired == 0)
        #expect(fixture.bytes("2024/05/0.jpg") == edited)
        let options = VerifyOptions(repairs: true, discardsEdits: true)
        #expect(try #require(counts(options)).repaired == 1)
        #expect(fixture.content("2024/05/0.jpg") == "content of id:0")
        #expect(fixture.bytes("2024/05/0.jpg.damaged") == edited)
    }

    @Test func aRepairOfAnEditedFileDoesNotHideAnUnknownOne() throws {
        try download(2)
        try FileManager.default.removeItem(atPath: fixture.path + "/originals/2024/05/0.jpg")
        try fixture.write("", "2024/05/0.jpg/a file in a folder")
        try fixture.write(WholeFile.jpg.bytes("edited"), "2024/05/1.jpg")
        let result = try #require(counts(VerifyOptions(repairs: true, discardsEdits: true)))
        #expect((result.unknown, result.edited, result.repaired) == (1, 1, 1))
        #expect(result.isDamaged)
    }

    /// The folder may be on a disk that is not mounted.
    @Test func aFolderThatIsGoneIsNeitherComparedNorFilled() throws {
        try download(1)
        try FileManager.default.removeItem(atPath: fixture.path + "/originals")
        guard case .failed(let error)? = verify(VerifyOptions(repairs: true)).completion else {
            Issue.record("the folder of a disk that is not mounted was filled")
            return
        }
        #expect(error.code == .libraryUnusable)
        #expect(!FileManager.default.fileExists(atPath: fixture.path + "/originals"))
        #expect(fixture.server.ranges.isEmpty)
    }

    @Test func aRevisionThatIsGoneChangesNothing() throws {
        try download(1)
        try damage("0.jpg")
        fixture.server.contents = [:]
        let run = verify(VerifyOptions(repairs: true))
        #expect(run.events.contains(.unrepaired(path: "2024/05/0.jpg", reason: "gone")))
        guard case .finished(let progress)? = run.events.last else {
            Issue.record("the verification has failed")
            return
        }
        #expect(progress.isDamaged)
        #expect(fixture.files == ["2024/05/0.jpg"])
    }

    @Test func blocksOfOtherContentAreNotAccepted() throws {
        try download(1)
        try damage("0.jpg")
        fixture.server.contents["id:0"] = Array("c0ntent of id:0".utf8)
        #expect(try #require(counts(VerifyOptions(repairs: true))).unrepaired == 1)
        #expect(fixture.files == ["2024/05/0.jpg"])
    }

    @Test func samplesCompareEachFileInTurn() throws {
        try download(10)
        try damage("4.jpg")
        var damaged = 0
        for run in 0..<4 {
            let result = try #require(counts(VerifyOptions(sample: 25), at: Int64(run + 1)))
            #expect(result.checked == 3)
            damaged += result.damaged
        }
        #expect(damaged >= 1, "every file is compared within four runs")
    }

    @Test func aLibraryWithoutOriginalsHasNothingToVerify() {
        guard case .failed(let error)? = verify().completion else {
            Issue.record("there was nothing to verify")
            return
        }
        #expect(error.code == .libraryNotFound)
    }
}
