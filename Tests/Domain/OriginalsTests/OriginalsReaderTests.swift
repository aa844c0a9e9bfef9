import Foundation
import HTTPGateway
import PhotoFeed
import PhotoFeedTestKit
import SchedulingTestKit
import Testing

@testable import Originals

@Suite("Reading originals that are in place")
struct OriginalsReaderTests {
    private func file(_ id: String, of fixture: OriginalsFixture) throws -> OriginalFile? {
        let item = try #require(fixture.library.items.first { $0.node.id.rawValue == id })
        return try OriginalsReader(library: fixture.path + "/library").file(of: item.node)
    }

    @Test func anOriginalIsReadAtAnyPosition() throws {
        let fixture = try OriginalsFixture()
        let content = fixture.add("a", "/x/a.jpg")
        let reader = OriginalsReader(library: fixture.path + "/library")
        #expect(try reader.file(of: fixture.library.items[0].node) == nil)
        #expect(fixture.result(try fixture.choice) != nil)
        // The reader was created before there was a database of originals.
        let file = try #require(try reader.file(of: fixture.library.items[0].node))
        #expect(file.name.hasSuffix(".jpg") && !file.name.contains("/"))
        #expect(file.size == Int64(content.count))
        #expect(try file.bytes(in: 0..<file.size) == content)
        #expect(try file.bytes(in: 2..<5) == Array(content[2..<5]))
        #expect(try file.bytes(in: 3..<3) == [])
        #expect(throws: FeedError.self) { try file.bytes(in: 0..<file.size + 1) }
    }

    @Test func anotherContentIsNotHere() throws {
        let fixture = try OriginalsFixture()
        fixture.add("a", "/x/a.jpg")
        #expect(fixture.result(try fixture.choice) != nil)
        #expect(try file("a", of: fixture) != nil)
        fixture.add("a", "/x/a.jpg", "changed", revision: "2")
        fixture.add("b", "/x/b.jpg")
        #expect(try file("a", of: fixture) == nil)
        #expect(try file("b", of: fixture) == nil)
    }

    @Test func aLinkAndAMissingFileAreNotRead() throws {
        let fixture = try OriginalsFixture()
        fixture.add("a", "/x/a.jpg")
        #expect(fixture.result(try fixture.choice) != nil)
        let name = try #require(fixture.files.first)
        let path = fixture.path + "/originals/" + name
        let secret = fixture.path + "/secret"
        try Data("secret".utf8).write(to: URL(filePath: secret))
        try FileManager.default.removeItem(atPath: path)
        #expect(try file("a", of: fixture) == nil)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: secret)
        #expect(try file("a", of: fixture) == nil)
        let parent = (path as NSString).deletingLastPathComponent
        try FileManager.default.moveItem(atPath: parent, toPath: fixture.path + "/elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: parent, withDestinationPath: fixture.path + "/elsewhere")
        #expect(try file("a", of: fixture) == nil)
    }

    @Test func originalsWhoseDiskIsNotMountedAreNeitherInPlaceNorPlanned() throws {
        let fixture = try OriginalsFixture()
        fixture.add("a", "/x/a.jpg")
        let choice = try fixture.choice
        #expect(fixture.result(choice) != nil)
        let library = fixture.path + "/library"
        #expect(try OriginalsReader(library: library).verification()?.inPlace == 1)
        #expect(try OriginalsForecast(nil, library: library) != nil)
        try FileManager.default.moveItem(
            atPath: choice.folder, toPath: fixture.path + "/elsewhere")
        let found = #expect(throws: FeedError.self) {
            _ = try OriginalsReader(library: library).verification()
        }
        #expect(found?.code == .libraryUnusable)
        let planned = #expect(throws: FeedError.self) {
            _ = try OriginalsForecast(nil, library: library)
        }
        #expect(planned?.code == .libraryUnusable)
        // A run with this choice would create the folder.
        #expect(try OriginalsForecast(choice, library: library) != nil)
    }

    @Test func eachOriginalIsCountedOnce() throws {
        let fixture = try OriginalsFixture()
        let library = fixture.path + "/library"
        #expect(try OriginalsReader(library: library).originalsCounts(in: fixture.library) == nil)
        for number in 0..<5 { fixture.add("id:\(number)", "/\(number).jpg") }
        fixture.server.silent = ["id:1", "id:3"]
        let cause = HTTPError(.conflict, "path/not_found", phase: .handling)
        fixture.server.errors["id:2"] = FeedError(.requestRefused, "gone", cause: cause)
        _ = fixture.run(try fixture.choice, disposing: true)
        let paused = try fixture.scheduler.enter {
            try OriginalsTransfers(library: library).apply(.pause, to: ["/3.jpg"])
        }
        #expect(paused.changed.count == 1)
        // The verification notes that this file is missing.
        try FileManager.default.removeItem(atPath: fixture.path + "/originals/2024/05/4.jpg")
        _ = fixture.verify()
        var expected = OriginalsCounts()
        (expected.inPlace, expected.missing) = (1, 2)
        (expected.failed, expected.stopped) = (1, 1)
        let found = try OriginalsReader(library: library).originalsCounts(in: fixture.library)
        #expect(found == expected)
        let counts = try OriginalsReader(library: library).counts()
        #expect((counts.wanted, counts.damaged) == (3, 1))
        #expect(expected.listed == 5)
        let present = try OriginalsReader(library: library).identifiersInPlace()
        #expect(present == [NodeID(rawValue: "id:0"), NodeID(rawValue: "id:4")])
    }

    @Test func filesOfDeletedPhotosAreCountedApart() throws {
        let fixture = try OriginalsFixture()
        for number in 0..<4 { fixture.add("id:\(number)", "/\(number).jpg") }
        fixture.server.silent = ["id:2"]
        _ = fixture.run(try fixture.choice, disposing: true)
        // One of them was never downloaded.
        fixture.library.items.removeAll { ["id:1", "id:2"].contains($0.node.id.rawValue) }
        fixture.add("id:4", "/4.jpg")
        let reader = OriginalsReader(library: fixture.path + "/library")
        let counts = try #require(try reader.originalsCounts(in: fixture.library))
        #expect((counts.inPlace, counts.deleted, counts.missing) == (3, 1, 0))
        #expect(counts.listed == 2, "no run has chosen the new photo")
    }

    @Test func theVersionChangesWithTheFile() throws {
        let fixture = try OriginalsFixture()
        fixture.add("a", "/x/a.jpg")
        #expect(fixture.result(try fixture.choice) != nil)
        let before = try #require(try file("a", of: fixture))
        #expect(try file("a", of: fixture)?.version == before.version)
        try fixture.write("another content", try #require(fixture.files.first))
        let after = try #require(try file("a", of: fixture))
        #expect(after.version != before.version)
        #expect(after.size == 15)
    }
}
