import DurableFiles
import Foundation
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Testing

@testable import Originals

@Suite("Originals that cannot be read")
struct UnreadableTests {
    /// A disk that fails in a range of one file.
    private final class BadDisk: DiskModel {
        let bootSession = "test"
        private let name: String
        private let range: Range<Int64>
        private let number: Int32
        private let count = Guarded(0)

        init(_ name: String, _ range: Range<Int64>, _ number: Int32 = EIO) {
            (self.name, self.range, self.number) = (name, range, number)
        }

        /// The number of reads that have failed.
        var failures: Int { count.withLock(\.self) }

        func decide(on change: DiskChange) -> DiskVerdict { .proceed }

        func failure(ofReading descriptor: Int32, at position: Int64) -> Int32? {
            guard range.contains(position),
                DiskFile.path(of: descriptor)?.hasSuffix("/" + name) == true
            else { return nil }
            count.withLock { $0 += 1 }
            return number
        }
    }

    private let fixture: OriginalsFixture
    private let block = BlockHash.blockSize

    init() throws { fixture = try OriginalsFixture() }

    private func verify(
        _ options: VerifyOptions = VerifyOptions(), on disk: BadDisk
    ) -> [VerifyEvent] {
        DiskModels.setCurrent(disk)
        defer { DiskModels.setCurrent(nil) }
        return fixture.verify(options).events
    }

    @Test func aFileOnBadSectorsIsNamedAndTheRunGoesOn() throws {
        for number in 0..<5 { fixture.add("id:\(number)", "/\(number).jpg") }
        _ = fixture.run(try fixture.choice)
        let events = verify(on: BadDisk("2.jpg", 0..<1))
        let reason = "Input/output error"
        #expect(
            events.contains(.unreadable(path: "2024/05/2.jpg", blocks: [0], reason: reason)))
        let result = try #require(events.counts)
        #expect((result.checked, result.good, result.unreadable) == (5, 4, 1))
        #expect(result.isDamaged)
        let damaged = try OriginalsReader(library: fixture.path + "/library").counts().damaged
        #expect(damaged == 1)
        #expect(fixture.files.count == 5)
        #expect(fixture.server.ranges.isEmpty, "nothing is repaired unasked")
        #expect(fixture.verify().events.counts?.good == 5)
    }

    @Test func aRepairDownloadsTheBlocksOfBadSectors() throws {
        let text = String(repeating: "x", count: Int(3 * block) + 5)
        fixture.add("id:1", "/large.jpg", text)
        _ = fixture.run(try fixture.choice)
        try fixture.damage("large.jpg", at: Int(2 * block))
        let disk = BadDisk("large.jpg", block + 9..<2 * block)
        let events = verify(VerifyOptions(repairs: true), on: disk)
        let reason = "Input/output error"
        #expect(
            events.contains(
                .unreadable(path: "2024/05/large.jpg", blocks: [1, 2], reason: reason)))
        #expect(fixture.server.ranges == [block..<2 * block, 2 * block..<3 * block])
        let result = try #require(events.counts)
        #expect((result.unreadable, result.repaired, result.downloadedBlocks) == (1, 1, 2))
        #expect(!result.isDamaged)
        #expect(fixture.content("2024/05/large.jpg") == text)
        #expect(fixture.content("2024/05/large.jpg.damaged") != nil)
    }

    /// A file that lacks a permission is probably good.
    @Test func aFileWithoutPermissionIsLeftAsItIs() throws {
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
        let events = verify(
            VerifyOptions(repairs: true, discardsEdits: true), on: BadDisk("a.jpg", 0..<1, EACCES))
        let reason = "it cannot be read (Permission denied), and is left as it is"
        #expect(events.contains(.unrepaired(path: "2024/05/a.jpg", reason: reason)))
        #expect(try #require(events.counts).isDamaged)
        #expect(fixture.server.ranges.isEmpty)
        #expect(fixture.files == ["2024/05/a.jpg"])
    }

    @Test func anEditedFileOnBadSectorsIsRepairedOnlyOnDemand() throws {
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
        try fixture.write("edited, and longer", "2024/05/a.jpg")
        let disk = BadDisk("a.jpg", 0..<1)
        let kept = try #require(verify(VerifyOptions(repairs: true), on: disk).counts)
        #expect((kept.repaired, kept.unrepaired, kept.isDamaged) == (0, 1, true))
        #expect(fixture.content("2024/05/a.jpg") == "edited, and longer")
        let options = VerifyOptions(repairs: true, discardsEdits: true)
        #expect(try #require(verify(options, on: disk).counts).repaired == 1)
        #expect(fixture.content("2024/05/a.jpg") == "content of id:1")
        #expect(fixture.content("2024/05/a.jpg.damaged") == "edited, and longer")
    }

    /// Each read of a bad disk may take half a minute.
    @Test func afterManyBadSectorsTheRestOfAFileIsNotTried() throws {
        let file = fixture.path + "/large"
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        let descriptor = open(file, O_RDWR)
        #expect(ftruncate(descriptor, off_t(100 * block)) == 0)
        let disk = BadDisk("large", 0..<100 * block)
        DiskModels.setCurrent(disk)
        defer { DiskModels.setCurrent(nil) }
        let examination = try #require(OriginalExamination(descriptor))
        while !examination.isAtEnd { _ = examination.readBlock() }
        #expect(disk.failures == 16)
        #expect(examination.failure?.isOfMedium == true)
    }

    /// A file of the user at the path of an original may be on bad sectors, too.
    @Test func aSyncLeavesAStrangersFileThatCannotBeRead() throws {
        fixture.add("id:1", "/a.jpg", "mine")
        fixture.add("id:2", "/b.jpg")
        try fixture.write("mine", "2024/05/a.jpg")
        DiskModels.setCurrent(BadDisk("a.jpg", 0..<1))
        defer { DiskModels.setCurrent(nil) }
        let result = try #require(fixture.result(try fixture.choice))
        #expect((result.downloaded, result.adopted) == (2, 0))
        #expect(fixture.files.count == 3)
        #expect(fixture.content("2024/05/a.jpg") == "mine")
    }
}
