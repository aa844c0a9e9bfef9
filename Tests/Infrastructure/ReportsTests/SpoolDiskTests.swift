import Foundation
import Testing

@testable import Reports

@Suite struct SpoolDiskTests {
    let fixture = SpoolFixture()
    let segment = "0000000000000001.segment"

    private func fill(_ records: ClosedRange<Int> = 1...4) throws {
        let spool = try fixture.open()
        spool.append(records)
        spool.close()
    }

    @Test func aTornEndIsCutAndWholeRecordsStay() throws {
        try fill()
        let whole = try fixture.content(segment)
        for length in 0...whole.count {
            try fixture.write(whole.prefix(length), segment)
            let spool = try fixture.open()
            // 24 bytes of the head, 20 of each frame, and one of each record.
            let left = max(0, (length - 24) / 21)
            let texts = spool.drain()
            #expect(texts == (0..<left).map { "\($0 + 1)" }, "\(length) bytes")
            try? FileManager.default.removeItem(atPath: fixture.path + "/" + segment)
        }
    }

    @Test func aChangedByteIsDetected() throws {
        try fill()
        let whole = try fixture.content(segment)
        for place in 24..<whole.count {
            var damaged = whole
            damaged[place] ^= 0x10
            try fixture.write(damaged, segment)
            #expect(try fixture.open().drain() == (0..<(place - 24) / 21).map { "\($0 + 1)" })
        }
    }

    @Test func foreignFilesAreNeitherReadNorRemoved() throws {
        let foreign = [
            "0000000000000000.segment": Data("not a segment, but long enough for a head".utf8),
            "ffffffffffffffff.segment": Data("x".utf8),
            "1.segment": Data("x".utf8), "00000000000000AB.segment": Data("x".utf8),
            "notes.txt": Data("x".utf8),
        ]
        for (name, data) in foreign { try fixture.write(data, name) }
        let link = "0000000000000007.segment"
        try FileManager.default.createSymbolicLink(
            atPath: fixture.path + "/" + link, withDestinationPath: "notes.txt")
        let spool = try fixture.open(disk: 2 * 4_096)
        spool.append(1...16)
        _ = spool.drain()
        for (name, data) in foreign { #expect(try fixture.content(name) == data, "\(name)") }
        #expect(try fixture.files().contains(link))
    }

    @Test(arguments: [UInt64.max, UInt64.max / 4])
    func aRecordWithANumberThatNoSpoolReachesIsCutOff(number: UInt64) throws {
        _ = try fixture.open()
        let record = SpoolRecord(
            id: SpoolRecord.ID(run: 1, sequence: number), bytes: Array("x".utf8), arrived: .zero)
        try fixture.write(Data(Segment.encode([record])), segment)
        let spool = try fixture.open()
        spool.append(1...4)
        #expect(try fixture.files().count == 1)
        #expect(spool.drain() == numbers(1...4))
    }

    @Test(arguments: ["ffffffffffffffff.segment", "7ffffffffffffffe.segment"])
    func aFileWithANumberThatNoSpoolReachesIsNotRead(name: String) throws {
        try fixture.write(Data("x".utf8), name)
        let spool = try FailingFile.during(reading: name) { try fixture.open() }
        spool.append(1...4)
        #expect(spool.drain() == numbers(1...4))
    }

    @Test func aFolderHasOneOwner() throws {
        var first: Spool? = try fixture.open()
        first?.append(1...4)
        let error = #expect(throws: SpoolError.self) { try fixture.open() }
        #expect(error?.code == .locked)
        #expect(first?.drain() == numbers(1...4))
        first = nil
        #expect(throws: Never.self) { try fixture.open() }
    }

    @Test(arguments: [ENOSPC, EROFS, EIO])
    func aFailingDiskKeepsTheNewestRecordsInMemory(error: Int32) throws {
        let spool = try fixture.open(lossRecord: { Array("lost \($0)".utf8) })
        FailingDisk.during(error) { spool.append(1...100) }
        #expect(spool.count < 4 + 4)
        let texts = spool.drain()
        let losses = texts.compactMap { text in
            text.hasPrefix("lost ") ? Int(text.dropFirst(5)) : nil
        }
        #expect(losses.reduce(0, +) == 100 + losses.count - texts.count)
        #expect(texts.filter { !$0.hasPrefix("lost") }.last == "100")
    }

    @Test func aDiskThatWorksAgainGetsTheRecords() throws {
        var spool: Spool? = try fixture.open()
        FailingDisk.during(ENOSPC) { spool?.append(1...4) }
        #expect(try fixture.files() == [])
        spool?.close()
        spool = nil
        #expect(try fixture.open().drain() == numbers(2...4))
    }

    @Test func aFolderThatOtherUsersCanChangeIsRefused() throws {
        try fill()
        #expect(chmod(fixture.path, 0o770) == 0)
        let error = #expect(throws: SpoolError.self) { try fixture.open() }
        #expect(error?.code == .unusable)
        #expect(chmod(fixture.path, 0o700) == 0)
        #expect(try fixture.open().drain() == numbers(1...4))
    }

    @Test func aFolderThatCannotBeMadeIsAnError() throws {
        try fixture.write(Data(), "file")
        let error = #expect(throws: SpoolError.self) {
            try Spool(in: fixture.path + "/file/spool")
        }
        #expect(error?.code == .unusable)
    }

    @Test func aSegmentThatCannotBeReadAtTheStartIsLeftForTheNextProcess() throws {
        var spool: Spool? = try fixture.open()
        spool?.append(1...4)
        spool = nil
        spool = try FailingFile.during(reading: segment) { try fixture.open() }
        spool?.append(5...8)
        #expect(spool?.drain() == numbers(5...8))
        spool = nil
        #expect(try fixture.open().drain() == numbers(1...4))
    }

    @Test func aSegmentThatCannotBeReadLaterIsLeftForTheNextProcess() throws {
        var spool: Spool? = try fixture.open(batch: 8)
        spool?.append(1...8)
        #expect(FailingFile.during(reading: segment) { spool?.drain() } == numbers(5...8))
        #expect(spool?.count == 0)
        spool = nil
        #expect(try fixture.open().drain() == numbers(1...4))
    }

    @Test func aSegmentThatDisappearsBesideAnotherOneIsCountedAsLost() throws {
        let spool = try fixture.open(batch: 8)
        spool.append(1...8)
        try FileManager.default.removeItem(atPath: fixture.path + "/" + segment)
        #expect(spool.drain() == numbers(5...8))
    }

    @Test func aSegmentThatDisappearsIsCountedAsLost() throws {
        let spool = try fixture.open(lossRecord: { Array("lost \($0)".utf8) })
        spool.append(1...4)
        try FileManager.default.removeItem(atPath: fixture.path + "/" + segment)
        #expect(spool.drain() == ["lost 4"])
    }
}
