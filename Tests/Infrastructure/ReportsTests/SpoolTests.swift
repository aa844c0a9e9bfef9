import Foundation
import Testing

@testable import Reports

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
        #expect(next.count == 11)
        #expect(next.drain() == numbers(1...11))
        #expect(next.count == 0)
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
        #expect(spool.count == 5)
        spool.putBack()
        #expect(spool.nextBatch()?.map(\.id) == batch.map(\.id))
        spool.acknowledge()
        #expect(spool.count == 1)
    }

    @Test func recordsThatArePutBackKeepTheOrder() throws {
        let spool = try fixture.open()
        spool.append(1...2)
        #expect(spool.nextBatch() != nil)
        spool.append(3...9)
        spool.putBack()
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
        let sent = try #require(spool?.nextBatch()).map(\.id)
        spool = nil
        var next: Spool? = try fixture.open()
        next?.append(5...8)
        #expect(next?.nextBatch()?.map(\.id) == sent)
        next = nil
        let last = try fixture.open()
        var identities: Set<SpoolRecord.ID> = []
        while let batch = last.nextBatch() {
            identities.formUnion(batch.map(\.id))
            last.acknowledge()
        }
        #expect(identities.count == 8)
    }

    @Test func smallSegmentsAreSentTogether() throws {
        for number in 1...4 {
            let spool = try fixture.open()
            spool.append("\(number)")
            spool.close()
        }
        let spool = try fixture.open(batch: 3)
        #expect(spool.nextBatch()?.texts == numbers(1...3))
    }

    @Test func theWaterLineCountsRecordsAndTheirAge() throws {
        let line = WaterLine(count: 3, age: .seconds(60))
        let count = try fixture.open(memory: 2, waterLine: line)
        count.append(1...2)
        #expect(!count.isWaterLineReached)
        count.append("3")
        #expect(count.isWaterLineReached)

        let other = SpoolFixture()
        let age = try other.open(waterLine: line)
        other.time = .seconds(100)
        age.append("1")
        other.time = .seconds(159)
        age.append("2")
        #expect(!age.isWaterLineReached)
        other.time = .seconds(160)
        #expect(age.isWaterLineReached)
    }

    @Test func anEmptySpoolNeverReachesALine() throws {
        #expect(try !fixture.open(waterLine: WaterLine(count: 0, age: .zero)).isWaterLineReached)
    }

    @Test func beyondTheDiskLineTheOldestGoAndARecordSaysHowMany() throws {
        // Each segment of four records counts as a block of 4,096 bytes.
        let spool = try fixture.open(
            disk: 3 * 4_096, lossRecord: { Array("lost \($0)".utf8) })
        spool.append(1...12)
        #expect(try fixture.files().count == 2)
        #expect(spool.drain() == numbers(5...12) + ["lost 4"])
    }

    @Test func segmentsThatAreBeingSentAreNotRemoved() throws {
        let spool = try fixture.open(disk: 2 * 4_096)
        spool.append(1...4)
        #expect(spool.nextBatch() != nil)
        spool.append(5...16)
        spool.putBack()
        #expect(spool.drain() == numbers(1...4) + numbers(13...16))
    }

    @Test func aTooLargeRecordCountsAsLost() throws {
        let spool = try fixture.open(lossRecord: { Array("lost \($0)".utf8) })
        spool.append([UInt8](repeating: 0, count: Spool.recordLimit + 1))
        spool.append("1")
        #expect(spool.drain() == ["1", "lost 1"])
    }

    @Test func discardingRemovesAllRecordsAndNoForeignFile() throws {
        try fixture.write(Data("x".utf8), "notes.txt")
        let spool = try fixture.open()
        spool.append(1...9)
        #expect(spool.nextBatch() != nil)
        spool.discard()
        #expect(try fixture.files() == ["notes.txt"])
        #expect(spool.count == 0)
        spool.acknowledge()
        spool.putBack()
        spool.append(10...11)
        #expect(spool.drain() == numbers(10...11))
    }
}
