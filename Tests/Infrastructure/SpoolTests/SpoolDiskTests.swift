import Foundation
import Testing

@testable import Spool

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
            // 32 bytes of the head, 20 of each frame, and one of each record.
            let left = max(0, (length - 32) / 21)
            let texts = spool.drain()
            #expect(texts == (0..<left).map { "\($0 + 1)" }, "\(length) bytes")
            if length > 32 { #expect(spool.report.cutBytes == (length - 32) % 21) }
            try? FileManager.default.removeItem(atPath: fixture.path + "/" + segment)
        }
    }

    @Test func aChangedByteIsDetected() throws {
        try fill()
        let whole = try fixture.content(segment)
        for place in 32..<whole.count {
            var damaged = whole
            damaged[place] ^= 0x10
            try fixture.write(damaged, segment)
            #expect(try fixture.open().drain() == (0..<(place - 32) / 21).map { "\($0 + 1)" })
        }
    }

    @Test func theRestOfATornSegmentIsWholeForTheNextProcess() throws {
        try fill()
        try fixture.write(try fixture.content(segment).dropLast(1), segment)
        #expect(try fixture.open().report.cutBytes == 20)
        #expect(try fixture.open().report.cutBytes == 0)
        #expect(try fixture.open().drain() == numbers(1...3))
    }

    @Test func foreignFilesAreNeitherReadNorRemoved() throws {
        let foreign = [
            "0000000000000000.segment": Data("not a segment, but long enough for a head".utf8),
            "ffffffffffffffff.segment": Data("x".utf8),
            "1.segment": Data("x".utf8), "00000000000000AB.segment": Data("x".utf8),
            "notes.txt": Data("x".utf8), "zzzzzzzzzzzzzzzz.refused": Data("x".utf8),
            "ffffffffffffffff.refused": Data("x".utf8),
        ]
        for (name, data) in foreign { try fixture.write(data, name) }
        let link = "0000000000000007.segment"
        try FileManager.default.createSymbolicLink(
            atPath: fixture.path + "/" + link, withDestinationPath: "notes.txt")
        let spool = try fixture.open(disk: .bytes(2 * 4_096))
        spool.append(1...16)
        let batch = try #require(spool.nextBatch())
        spool.acknowledge(batch, refused: Set(batch.records.map(\.id)))
        _ = spool.drain()
        for (name, data) in foreign { #expect(try fixture.content(name) == data, "\(name)") }
        #expect(try fixture.files().contains(link))
    }

    @Test(arguments: [UInt64.max, UInt64.max / 2, UInt64.max / 2 - 1])
    func aRecordWithANumberThatNoSpoolReachesIsCutOff(number: UInt64) throws {
        let signal = try fixture.open().signal
        let entry = SpoolEntry(
            id: SpoolRecordID(run: 1, sequence: number), bytes: Array("x".utf8), arrived: .zero)
        try fixture.write(Data(Segment.encode([entry], signal: signal)), segment)
        let spool = try fixture.open()
        // The frame of 20 bytes, and the record.
        #expect(spool.report.cutBytes == 21)
        spool.append(1...4)
        #expect(try fixture.files().count == 1)
        #expect(spool.drain() == numbers(1...4))
    }

    @Test(arguments: ["ffffffffffffffff", "7ffffffffffffffe"])
    func theNumberOfAFileThatWasSetAsideLeavesRoomForNewRecords(number: String) throws {
        try fixture.write(Data("x".utf8), number + ".refused")
        try fill()
        #expect(try fixture.open().drain() == numbers(1...4))
    }

    @Test(arguments: ["ffffffffffffffff.segment", "7ffffffffffffffe.segment"])
    func aFileWithANumberThatNoSpoolReachesIsNotRead(name: String) throws {
        try fixture.write(Data("x".utf8), name)
        let spool = try FailingFiles.during(.reading(name)) { try fixture.open() }
        #expect(spool.report.lastFailure == nil)
        spool.append(1...4)
        #expect(spool.drain() == numbers(1...4))
    }

    @Test func twoSignalsNeverShareAFolder() throws {
        try fill()
        let error = #expect(throws: SpoolError.self) { try fixture.open(signal: "usage") }
        #expect(error?.code == .otherSignal)
        #expect(try fixture.open().drain() == numbers(1...4))
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
        #expect(spool.level.count < 4 + 4)
        #expect(spool.report.failedWrites > 1, "the disk is tried again")
        #expect(spool.report.failedWrites < 10)
        #expect(spool.report.lastFailure?.contains(fixture.path) == false)
        let texts = spool.drain()
        let losses = texts.compactMap { text in
            text.hasPrefix("lost ") ? Int(text.dropFirst(5)) : nil
        }
        #expect(spool.report.dropped == 100 + losses.count - texts.count)
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
            try Spool(in: fixture.path + "/file/spool", signal: "logs")
        }
        #expect(error?.code == .unusable)
    }

    @Test func aSegmentThatCannotBeReadNowIsSentLater() throws {
        let spool = try fixture.open(batch: SpoolBatchLimit(count: 8))
        spool.append(1...8)
        let sent = FailingFiles.during(.reading(segment)) { spool.drain() }
        #expect(sent == numbers(5...8))
        #expect(spool.report.dropped == 0 && spool.report.lastFailure != nil)
        #expect(try fixture.files() == [segment])
        #expect(spool.drain() == numbers(1...4))
        #expect(try fixture.files() == [])
    }

    @Test func aSegmentThatCannotBeReadDoesNotReachTheWaterLine() throws {
        let spool = try fixture.open(batch: SpoolBatchLimit(count: 8))
        spool.append(1...4)
        #expect(spool.isWaterLineReached)
        let batch = FailingFiles.during(.reading(segment)) { spool.nextBatch() }
        #expect(batch == nil && spool.level.count == 4)
        #expect(!spool.isWaterLineReached)
        spool.append(5...6)
        #expect(!spool.isWaterLineReached)
        #expect(spool.drain() == numbers(1...6))
    }

    @Test func aSegmentThatCannotBeReadAtTheStartIsLeftForTheNextProcess() throws {
        var spool: Spool? = try fixture.open()
        spool?.append(1...4)
        spool = nil
        spool = try FailingFiles.during(.reading(segment)) { try fixture.open() }
        #expect(spool?.report.lastFailure != nil)
        spool?.append(5...8)
        #expect(spool?.drain() == numbers(5...8))
        spool = nil
        #expect(try fixture.open().drain() == numbers(1...4))
    }

    @Test func aSegmentThatDisappearsBesideAnotherOneIsCountedAsLost() throws {
        let spool = try fixture.open(batch: SpoolBatchLimit(count: 8))
        spool.append(1...8)
        try FileManager.default.removeItem(atPath: fixture.path + "/" + segment)
        #expect(spool.drain() == numbers(5...8))
        #expect(spool.report.dropped == 4 && spool.report.delivered == 4)
    }

    @Test func aDiscardedFileThatCannotBeRemovedIsNotSentAndRemovedLater() throws {
        let spool = try fixture.open()
        spool.append(1...4)
        FailingFiles.during(.removing) { spool.discard() }
        #expect(try fixture.files() == [segment])
        #expect(spool.level == SpoolLevel() && spool.drain() == [])
        spool.discard()
        #expect(try fixture.files() == [])

        spool.append(5...8)
        FailingFiles.during(.removing) { spool.discard() }
        spool.close()
        #expect(try fixture.files() == [])
    }

    @Test func aSegmentThatDisappearsIsCountedAsLost() throws {
        let spool = try fixture.open(lossRecord: { Array("lost \($0)".utf8) })
        spool.append(1...4)
        try FileManager.default.removeItem(atPath: fixture.path + "/" + segment)
        #expect(spool.drain() == ["lost 4"])
        #expect(spool.report.dropped == 4)
    }
}
