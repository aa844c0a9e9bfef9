import Testing

@testable import PhotoFeed

/// The thumbnails that are wanted after changes that are not stored.
@Suite struct ThumbnailForecastTests {
    private static func media(_ id: String, _ path: String) -> NodeChange {
        .media(
            MediaNode(
                id: NodeID(rawValue: id), name: path, pathKey: path, revision: "1", size: 1,
                clientModified: FeedTime(secondsSinceEpoch: 0),
                serverModified: FeedTime(secondsSinceEpoch: 0)))
    }

    /// The number after changes to a library that wants `/a/old.jpg`.
    private static func count(_ changes: [NodeChange], wanted: Bool = true) throws -> Int {
        var forecast = ThumbnailForecast()
        forecast.want(NodeID(rawValue: "old"))
        var paths = [NodeID(rawValue: "old"): "/a/old.jpg"]
        for change in changes {
            if case .media(let node) = change { paths[node.id] = node.pathKey }
            try forecast.apply(change) { _ in wanted }
        }
        return try forecast.count { paths[$0] }
    }

    @Test func aNewPhotoIsAdded() throws {
        #expect(try Self.count([]) == 1)
        #expect(try Self.count([Self.media("new", "/a/new.jpg")]) == 2)
        #expect(try Self.count([Self.media("old", "/b/old.jpg")]) == 1)
    }

    @Test func aPhotoThatHasItsThumbnailIsNot() throws {
        #expect(try Self.count([Self.media("old", "/a/old.jpg")], wanted: false) == 0)
    }

    @Test(arguments: ["/a/old.jpg", "/a"])
    func aRemovedPhotoIsNot(path: String) throws {
        #expect(try Self.count([.deleted(pathKey: path)]) == 0)
        #expect(try Self.count([.deleted(pathKey: "/a/ol")]) == 1)
    }

    @Test func aPhotoInAFolderThatOnlyLooksLikeARemovedOneIs() throws {
        let photo = Self.media("new", "/caf\u{E9}/new.jpg")
        #expect(try Self.count([photo, .deleted(pathKey: "/cafe\u{301}")]) == 2)
        #expect(try Self.count([photo, .deleted(pathKey: "/caf\u{E9}")]) == 1)
    }

    @Test func aPhotoWithACombiningMarkIsBelowItsFolder() {
        #expect("/a/\u{301}b.jpg".isAtOrBelow { $0 == "/a" })
    }

    @Test func aPhotoThatReturnsAfterARemovalIs() throws {
        let removal = NodeChange.deleted(pathKey: "/a")
        #expect(try Self.count([removal, Self.media("old", "/a/old.jpg")]) == 1)
        #expect(try Self.count([Self.media("old", "/a/old.jpg"), removal]) == 0)
        #expect(try Self.count([Self.media("old", "/b/old.jpg"), removal]) == 1)
    }
}
