import Foundation
import Spool
import Testing

@Suite struct SpoolTests {
    let fixture = SpoolFixture()

    @Test func recordsStayInMemoryUntilItsLine() throws {
        let spool = try fixture.open()
        spool.append(1...3)
        #expect(try fixture.files() == [])
        spool.append("4")
        #expect(try fixture.files() == ["0000000000000001.segment"])
        #expect(spool.drain() == numbers(1...4))
        #expect(try fixture.files() == [])
    }

    @Test func theNextProcessFindsTheRecordsInTheirOrder() throws {
        var spool: Spool? = try fixture.open()
        spool?.append(1...10)
        spool?.close()
        spool = nil
        let next = try fixture.open()
        next.append("11")
        #expect(next.level.count == 11)
        #expect(next.drain() == numbers(1...11))
        #expect(next.report.delivered == 11)
    }

    @Test func filesArePrivate() throws {
        let spool = try fixture.open()
        spool.append(1...4)
        for (name, mode) in [("/0000000000000001.segment", 0o600), ("", 0o700)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path + name)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
    }

    @Test func aBatchIsSentOnceAtATimeAndStaysUntilItsAcknowledgement() throws {
        let spool = try fixture.open()
        spool.append(1...5)
        let batch = try #require(spool.nextBatch())
        #expect(batch.texts == numbers(1...4))
        #expect(spool.nextBatch()?.texts == nil)
        #expect(spool.level.count == 5)
        spool.putBack(batch)
        let again = try #require(spool.nextBatch())
        #expect(again.records == batch.records)
        spool.acknowledge(batch)
        #expect(spool.level.count == 5, "the acknowledgement of an old batch has no effect")
        spool.acknowledge(again)
        #expect(spool.level.count == 1)
    }

    @Test func recordsThatArePutBackKeepTheOrder() throws {
        let spool = try fixture.open()
        spool.append(1...2)
        let batch = try #require(spool.nextBatch())
        spool.append(3...9)
        spool.putBack(batch)
        #expect(spool.drain() == numbers(1...9))
    }

    @Test func fullMemoryWritesWhatIsBeingSent() throws {
        var spool: Spool? = try fixture.open()
        spool?.append(1...3)
        _ = spool?.nextBatch()
        spool?.append("4")
        // As after a kill: what is in memory is lost.
        spool = nil
        #expect(try fixture.open().drain() == numbers(1...4))
    }

    @Test func closingWritesWhatIsBeingSent() throws {
        var spool: Spool? = try fixture.open()
        spool?.append(1...3)
        _ = spool?.nextBatch()
        spool?.close()
        spool = nil
        #expect(try fixture.open().drain() == numbers(1...3))
    }

    @Test func aRepeatedRecordHasTheSameIdentityInTheNextProcess() throws {
        var spool: Spool? = try fixture.open()
        spool?.append(1...4)
        let sent = try #require(spool?.nextBatch()).records
        spool = nil
        var next: Spool? = try fixture.open()
        next?.append(5...8)
        #expect(next?.nextBatch()?.records == sent)
        next = nil
        let last = try fixture.open()
        var identities: Set<SpoolRecordID> = []
        while let batch = last.nextBatch() {
            identities.formUnion(batch.records.map(\.id))
            last.acknowledge(batch)
        }
        #expect(identities.count == 8)
    }

    @Test func smallSegmentsAreSentTogether() throws {
        for number in 1...4 {
            let spool = try fixture.open()
            spool.append("\(number)")
            spool.close()
        }
        let spool = try fixture.open(batch: SpoolBatchLimit(count: 3))
        #expect(spool.nextBatch()?.texts == numbers(1...3))
    }

    @Test func waterLinesCountRecordsBytesAndAge() throws {
        let count = try fixture.open(memory: .count(2), waterLine: .count(3))
        #expect(!count.isWaterLineReached)
        count.append(1...2)
        #expect(!count.isWaterLineReached)
        count.append("3")
        #expect(count.isWaterLineReached)

        let other = SpoolFixture()
        let bytes = try other.open(waterLine: .bytes(2_000))
        bytes.append("1")
        #expect(!bytes.isWaterLineReached)
        bytes.append([UInt8](repeating: 1, count: 2_000))
        #expect(bytes.isWaterLineReached)

        let third = SpoolFixture()
        let age = try third.open(waterLine: .any(.count(100), .age(.seconds(60))))
        third.time = .seconds(100)
        age.append("1")
        third.time = .seconds(159)
        age.append("2")
        #expect(!age.isWaterLineReached)
        third.time = .seconds(160)
        #expect(age.isWaterLineReached)
    }

    @Test func anEmptySpoolNeverReachesALine() throws {
        #expect(try !fixture.open(waterLine: .count(0)).isWaterLineReached)
    }

    @Test func beyondTheDiskLineTheOldestGoAndARecordSaysHowMany() throws {
        // Each segment of four records counts as a block of 4,096 bytes.
        let spool = try fixture.open(
            disk: .bytes(3 * 4_096), lossRecord: { Array("lost \($0)".utf8) })
        spool.append(1...12)
        #expect(spool.report.dropped == 4)
        #expect(try fixture.files().count == 2)
        #expect(spool.drain() == numbers(5...12) + ["lost 4"])
    }

    @Test func segmentsThatAreBeingSentAreNotRemoved() throws {
        let spool = try fixture.open(disk: .bytes(2 * 4_096))
        spool.append(1...4)
        let batch = try #require(spool.nextBatch())
        spool.append(5...16)
        spool.putBack(batch)
        #expect(spool.drain() == numbers(1...4) + numbers(13...16))
    }

    @Test func aTooLargeRecordIsCounted() throws {
        let spool = try fixture.open(lossRecord: { Array("lost \($0)".utf8) })
        spool.append([UInt8](repeating: 0, count: Spool.recordLimit + 1))
        spool.append("1")
        #expect(spool.report.oversized == 1)
        #expect(spool.drain() == ["1", "lost 1"])
    }

    @Test func refusedRecordsAreSetAside() throws {
        let spool = try fixture.open()
        spool.append(1...4)
        let batch = try #require(spool.nextBatch())
        spool.acknowledge(batch, refused: [batch.records[1].id])
        #expect(spool.report.refused == 1)
        #expect(spool.report.delivered == 3)
        #expect(spool.level == SpoolLevel())
        #expect(try fixture.files() == ["0000000000000002.refused"])
    }

    @Test func discardingRemovesAllRecordsAndNoForeignFile() throws {
        try fixture.write(Data("x".utf8), "notes.txt")
        let spool = try fixture.open()
        spool.append(1...9)
        let batch = try #require(spool.nextBatch())
        spool.acknowledge(batch, refused: Set(batch.records.map(\.id)))
        let flight = try #require(spool.nextBatch())
        spool.discard()
        #expect(try fixture.files() == ["notes.txt"])
        #expect(spool.level == SpoolLevel())
        spool.acknowledge(flight)
        spool.putBack(flight)
        spool.append(10...11)
        #expect(spool.drain() == numbers(10...11))
    }

    @Test func onlyTheLastRefusedFilesAreKept() throws {
        let spool = try fixture.open(memory: .count(1), batch: SpoolBatchLimit(count: 1))
        spool.append(1...20)
        while let batch = spool.nextBatch() {
            spool.acknowledge(batch, refused: Set(batch.records.map(\.id)))
        }
        #expect(spool.report.refused == 20)
        #expect(try fixture.files().count == 8)
        #expect(try fixture.files().last == "0000000000000014.refused")
    }

    @Test func theLastRefusedFilesOfSuccessiveProcessesAreKept() throws {
        for number in 1...10 {
            let spool = try fixture.open()
            spool.append("\(number)")
            let batch = try #require(spool.nextBatch())
            spool.acknowledge(batch, refused: Set(batch.records.map(\.id)))
            spool.close()
        }
        let names = (3...10).map { "000000000000000\(String($0, radix: 16)).refused" }
        #expect(try fixture.files() == names)
    }
}
