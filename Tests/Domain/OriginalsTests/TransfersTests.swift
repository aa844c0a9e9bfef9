import Foundation
import PhotoFeed
import PhotoFeedTestKit
import SchedulingTestKit
import Testing

@testable import Originals

@Suite("Transfers of originals")
struct TransfersTests {
    private let fixture: OriginalsFixture

    init() throws { fixture = try OriginalsFixture() }

    private func apply(
        _ input: TransferState.Input, to texts: [String]?
    ) throws -> TransferChange {
        try fixture.scheduler.enter {
            try OriginalsTransfers(library: fixture.path + "/library").apply(input, to: texts)
        }
    }

    private func states(withDone: Bool = false) throws -> [String: TransferState] {
        try fixture.scheduler.enter {
            let transfers = try OriginalsTransfers(library: fixture.path + "/library")
                .list(withDone: withDone)
            return Dictionary(uniqueKeysWithValues: transfers.map { ($0.path, $0.state) })
        }
    }

    /// Leaves a transfer of `/a.jpg` that waits, and one of `/b.jpg` that is done.
    private func interrupt() throws {
        fixture.add("id:1", "/a.jpg")
        fixture.add("id:2", "/b.jpg")
        fixture.server.silent = ["id:1"]
        _ = fixture.run(try fixture.choice, disposing: true)
        fixture.server.silent = []
    }

    @Test func aLibraryWithoutOriginalsHasNoTransfers() throws {
        #expect(try states().isEmpty)
        #expect(try apply(.pause, to: ["x"]).unknown == ["x"])
    }

    @Test func aListHasWhatIsNotComplete() throws {
        try interrupt()
        #expect(try states() == ["/a.jpg": .waiting])
        #expect(try states(withDone: true) == ["/a.jpg": .waiting, "/b.jpg": .done])
    }

    @Test func aPausedTransferStaysPausedInLaterRuns() throws {
        try interrupt()
        #expect(try apply(.pause, to: ["/a.jpg"]).changed.map(\.state) == [.paused])
        let result = try #require(fixture.result(nil))
        #expect((result.downloaded, result.held) == (0, 1))
        #expect(!result.isPartial)
        let id = OriginalDigits.of("id:1", count: 8)
        #expect(try apply(.resume, to: [id]).changed.map(\.path) == ["/a.jpg"])
        #expect(try #require(fixture.result(nil)).downloaded == 1)
    }

    @Test func aCancelledTransferLosesItsPart() throws {
        try interrupt()
        let version = OriginalVersion(fixture.library.items[0].node)
        let part = try fixture.scheduler.enter {
            let folder = try OriginalsFolder(path: fixture.path + "/originals")
            let part = folder.partPath(of: version)
            try Data("part".utf8).write(to: URL(filePath: part))
            return URL(filePath: part).lastPathComponent
        }
        let file = fixture.path + "/originals/.photopark/parts/" + part
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(try apply(.cancel, to: nil).changed.map(\.state) == [.cancelled])
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try #require(fixture.result(nil)).held == 1)
        #expect(try apply(.resume, to: nil).changed.map(\.state) == [.waiting])
    }

    @Test func aTransferIsCancelledWithoutItsFolder() throws {
        try interrupt()
        try FileManager.default.removeItem(atPath: fixture.path + "/originals")
        #expect(try apply(.cancel, to: nil).changed.map(\.state) == [.cancelled])
        #expect(!FileManager.default.fileExists(atPath: fixture.path + "/originals"))
    }

    @Test func aFileInPlaceCannotBePaused() throws {
        try interrupt()
        let change = try apply(.pause, to: ["/b.jpg", "/nothing"])
        #expect(change.changed.isEmpty)
        #expect(change.refused.map(\.path) == ["/b.jpg"])
        #expect(change.unknown == ["/nothing"])
        #expect(try apply(.pause, to: nil).changed.map(\.path) == ["/a.jpg"])
    }

    @Test func aListIsReadWhileAnotherRunDownloads() throws {
        try interrupt()
        try fixture.scheduler.enter {
            let store = try OriginalsStore(library: fixture.path + "/library")
            #expect(try states() == ["/a.jpg": .waiting])
            #expect(throws: FeedError.self) { try apply(.pause, to: nil) }
            _ = try store.choice()
        }
    }
}
