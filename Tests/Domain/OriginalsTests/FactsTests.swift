import Foundation
import PhotoFeed
import PhotoFeedTestKit
import Signals
import Testing

@testable import Originals

/// Keeps facts, and shows them in the items of a library.
final class FactsStub: OriginalFactsWriter {
    private let library: LibraryStub
    private(set) var stored: [OriginalFacts] = []
    var error: FeedError?

    init(_ library: LibraryStub) { self.library = library }

    func store(_ facts: [OriginalFacts]) throws(FeedError) {
        if let error { throw error }
        stored += facts
        for fact in facts {
            library.items = library.items.map { item in
                guard item.node.id == fact.version.id else { return item }
                let node = item.node
                return FeedItem(
                    node: MediaNode(
                        id: node.id, name: node.name, pathKey: node.pathKey,
                        revision: node.revision, size: node.size, contentHash: node.contentHash,
                        clientModified: node.clientModified, serverModified: node.serverModified,
                        mediaInfo: fact.joined(with: node.mediaInfo)),
                    displayPath: item.displayPath, thumbnail: item.thumbnail)
            }
        }
    }
}

@Suite("Reading the facts of originals")
struct FactsTests {
    private let fixture: OriginalsFixture

    init() throws { fixture = try OriginalsFixture() }

    /// A TIFF structure that contains only the maker "Abc".
    private let picture: [UInt8] =
        Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0]
        + [0x0F, 0x01, 2, 0, 4, 0, 0, 0] + Array("Abc\0".utf8) + [0, 0, 0, 0]

    /// A TIFF structure that was taken at 04:05:06 in a zone two hours ahead of UTC.
    private let dated: [UInt8] =
        Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0]
        + [0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0] + [0, 0, 0, 0]
        + [2, 0] + [0x03, 0x90, 2, 0, 20, 0, 0, 0, 56, 0, 0, 0]
        + [0x11, 0x90, 2, 0, 7, 0, 0, 0, 76, 0, 0, 0] + [0, 0, 0, 0]
        + Array("2001:02:03 04:05:06\0".utf8) + Array("+02:00\0".utf8)

    @Test func aFileCanHaveTheTimeAtWhichItsPhotoWasTaken() throws {
        fixture.facts = FactsStub(fixture.library)
        fixture.add("id:1", "/a.dng", bytes: dated)
        fixture.add("id:2", "/b.dng", bytes: picture)
        var choice = try fixture.choice
        choice.fileTime = .taken
        #expect(try #require(fixture.result(choice)).downloaded == 2)
        let times = try ["2001/02/a.dng", "2024/05/b.dng"].map { name in
            let file = fixture.path + "/originals/" + name
            let time = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate]
            return (time as? Date)?.timeIntervalSince1970
        }
        // The second one has no date, so its file has the time that the server lists.
        #expect(times == [981_165_906, 1_717_164_245])
        // The stored choice is repeated, and the files count as unchanged.
        #expect(try #require(fixture.result(nil)).present == 2)
    }

    @Test func theFactsOfADownloadedFileAreStored() throws {
        let facts = FactsStub(fixture.library)
        fixture.facts = facts
        fixture.add("id:1", "/a.dng", bytes: picture)
        fixture.add("id:2", "/b.mov")
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 2)
        #expect(Set(facts.stored.map(\.version.id.rawValue)) == ["id:1", "id:2"])
        let first = facts.stored.first { $0.version.id.rawValue == "id:1" }
        #expect(first?.info.camera?.make == "Abc")
        #expect(first?.info.kind == .photo)
        // A file of an unknown format has no facts, and is not read again.
        let second = facts.stored.first { $0.version.id.rawValue == "id:2" }
        #expect(second?.info == MediaInfo(kind: .video, isOfOriginal: true))
        _ = fixture.run(nil)
        #expect(facts.stored.count == 2)
    }

    @Test func aFileGetsThePathOfItsOwnDateAtOnce() throws {
        let text = Array("2019:07:04 05:06:07\0".utf8)
        let dated: [UInt8] =
            Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0]
            + [0x03, 0x90, 2, 0, UInt8(text.count), 0, 0, 0, 26, 0, 0, 0] + [0, 0, 0, 0] + text
        let facts = FactsStub(fixture.library)
        fixture.facts = facts
        fixture.add("id:1", "/a.dng", bytes: dated)
        fixture.add("id:2", "/b.dng", bytes: dated)
        try fixture.write("", "2019/07/b.dng")
        try Data(dated).write(to: URL(filePath: fixture.path + "/originals/2019/07/b.dng"))
        let first = try #require(fixture.result(try fixture.choice))
        // The file that was there already is found after the download.
        #expect(first.downloaded == 1 && first.adopted == 1)
        #expect(fixture.files == ["2019/07/a.dng", "2019/07/b.dng"])
        let second = try #require(fixture.result(nil))
        #expect(second.present == 2 && second.moved == 0)
        #expect(facts.stored.count == 2)
    }

    @Test func theFactsOfFilesOfEarlierRunsAreReadByTheNextRun() throws {
        for number in 0..<100 { fixture.add("id:\(number)", "/\(number).dng", bytes: picture) }
        _ = fixture.run(try fixture.choice)
        try fixture.write("edited", "2024/05/7.dng")
        let facts = FactsStub(fixture.library)
        fixture.facts = facts
        #expect(try #require(fixture.result(nil)).downloaded == 0)
        // An edited file is not the one of the server.
        #expect(facts.stored.count == 99)
        #expect(facts.stored.allSatisfy { $0.info.camera?.make == "Abc" })
        #expect(fixture.server.downloads.count == 100)
    }

    @Test func theFactsOfAFileThatCannotBeMovedAreItsOwn() throws {
        fixture.add("id:1", "/a.dng", bytes: picture)
        _ = fixture.run(try fixture.choice)
        let facts = FactsStub(fixture.library)
        fixture.facts = facts
        let foreign = URL(filePath: fixture.path + "/originals/2024/a.dng")
        try Data(dated).write(to: foreign)
        var choice = try fixture.choice
        choice.layout = try OriginalLayout("{year}/{stem}.{ext}")
        let result = try #require(fixture.result(choice))
        #expect((result.present, result.moved) == (1, 0))
        #expect(facts.stored.map { $0.info.camera?.make } == ["Abc"])
        try FileManager.default.removeItem(at: foreign)
        #expect(try #require(fixture.result(nil)).moved == 1)
        #expect(fixture.files == ["2024/a.dng"])
    }

    @Test func aRunThatIsDisposedStoresWhatItHasRead() throws {
        let facts = FactsStub(fixture.library)
        fixture.facts = facts
        fixture.add("id:1", "/a.dng", bytes: picture)
        fixture.add("id:2", "/b.dng", bytes: picture)
        fixture.server.silent = ["id:2"]
        _ = fixture.run(try fixture.choice, disposing: true)
        #expect(facts.stored.map(\.version.id.rawValue) == ["id:1"])
    }

    @Test func aLibraryThatCannotStoreFactsEndsTheRun() throws {
        let facts = FactsStub(fixture.library)
        facts.error = FeedError(.diskFull, "no space is left")
        fixture.facts = facts
        fixture.add("id:1", "/a.dng", bytes: picture)
        guard case .failed(let error)? = fixture.run(try fixture.choice).completion else {
            Issue.record("the run does not fail")
            return
        }
        #expect(error.code == .diskFull)
    }
}
