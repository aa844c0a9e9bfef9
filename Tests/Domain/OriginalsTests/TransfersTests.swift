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
            let folder = try fixture.folder()
            let part = folder.partPath(of: version)
            try Data("part".utf8).write(to: URL(filePath: part))
            return URL(filePath: part).lastPathComponent
        }
        // Downloads that have not ended: of this file, and of another one.
        let other = String(part.reversed())
        for name in [part, other] {
            let file = "\(fixture.path)/originals/.photopark/parts/.\(name).0123456789ab.partial"
            try Data("part".utf8).write(to: URL(filePath: file))
        }
        #expect(try fixture.parts.count == 3)
        #expect(try apply(.cancel, to: nil).changed.map(\.state) == [.cancelled])
        #expect(try fixture.parts == [".\(other).0123456789ab.partial"])
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

    // Each text was compared with each transfer, whose digits were computed each time.
    @Test(.timeLimit(.minutes(1)))
    func manyTextsAreComparedWithManyTransfersAtOnce() throws {
        let count = 4_000
        fixture.library.items = (0..<count).map { item("id:\($0)", path: "/\($0).jpg") }
        fixture.server.silent = Set((0..<count).map { "id:\($0)" })
        _ = fixture.run(try fixture.choice, disposing: true)
        let unknown = (0..<count).map { "/unknown/\($0).jpg" }
        let change = try apply(.pause, to: unknown + ["/7.jpg"])
        #expect(change.changed.map(\.path) == ["/7.jpg"])
        #expect(change.unknown == unknown)
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
