import Foundation
import PhotoFeed
import PhotoLibrary
import Testing

/// The names of folders when a feed is listed again, as after a reset of the cursor.
///
/// The sweep at the end of a listing deletes the rows that the listing has not marked. A folder
/// that the library has in its cache has to be marked too.
@Suite("A new listing")
@MainActor
struct RelistTests {
    private let fixture: LibraryFixture

    /// The event that made the library cache its folders.
    enum Memory: CaseIterable {
        case nothing
        case aDeltaOfTheSameFolders
        case aListingThatWasBrokenOff
    }

    init() throws { fixture = try LibraryFixture() }

    private func folder(_ id: String, _ name: String, at path: String) -> NodeChange {
        .folder(FolderNode(id: NodeID(rawValue: id), name: name, pathKey: path))
    }

    private var tree: [NodeChange] {
        [
            folder("id:a", "Año", at: "/año"), folder("id:b", "Été", at: "/año/été"),
            .media(photo(1, at: "/año/été/1.jpg")), .media(photo(2, at: "/año/été/2.jpg")),
            .media(photo(3, at: "/año/3.jpg")),
        ]
    }

    private func listedLibrary(remembering memory: Memory) throws -> SQLiteFeedWriter {
        let library = try fixture.open()
        try library.beginListing(of: "")
        _ = try library.apply(page(tree, "listed"))
        switch memory {
        case .nothing: break
        case .aDeltaOfTheSameFolders:
            _ = try library.apply(page([.media(photo(2, at: "/año/été/2.jpg", revision: 2))], "d"))
        case .aListingThatWasBrokenOff:
            try library.beginListing(of: "")
            _ = try library.apply(page(tree, "part", more: true))
        }
        return library
    }

    private func displayPaths(_ library: SQLiteFeedWriter) throws -> [String] {
        try library.everything().map(\.displayPath).sorted()
    }

    @Test(arguments: Memory.allCases)
    func keepsFoldersWhereTheyWere(memory: Memory) throws {
        let library = try listedLibrary(remembering: memory)
        try library.beginListing(of: "")
        _ = try library.apply(page(tree, "again"))
        #expect(try displayPaths(library) == ["/Año/3.jpg", "/Año/Été/1.jpg", "/Año/Été/2.jpg"])
        try library.verify()
    }

    @Test(arguments: Memory.allCases)
    func keepsWhatIsUnchanged(memory: Memory) throws {
        let library = try listedLibrary(remembering: memory)
        try library.beginListing(of: "")
        _ = try library.apply(
            page(
                [folder("id:a", "Año", at: "/año"), folder("id:b", "Été", at: "/año/été")],
                more: true))
        let summary = try library.apply(page([.unchanged(pathKey: "/año/été")], "again"))
        #expect(try displayPaths(library) == ["/Año/Été/1.jpg", "/Año/Été/2.jpg"])
        #expect(summary.removed == 1)
        #expect(summary.added == 0 && summary.changed == 0)
        try library.verify()
        // Its folders are still known to the next listing.
        try library.beginListing(of: "")
        _ = try library.apply(page([.unchanged(pathKey: "/año")], "once more"))
        #expect(try displayPaths(library) == ["/Año/Été/1.jpg", "/Año/Été/2.jpg"])
    }

    @Test func keepsNothingBesideWhatIsUnchanged() throws {
        let library = try fixture.open()
        try library.beginListing(of: "")
        let names = ["a_", "a_b", "a", "ab", "a0"]
        _ = try library.apply(
            page(names.enumerated().map { .media(photo($0, at: "/\($1)/1.jpg")) }, "listed"))
        try library.beginListing(of: "")
        _ = try library.apply(
            page([.unchanged(pathKey: "/a_"), .unchanged(pathKey: "/missing")], "again"))
        #expect(try displayPaths(library) == ["/a_/1.jpg"])
    }

    @Test(arguments: Memory.allCases)
    func keepsFoldersOfWhichOnlyPhotosTell(memory: Memory) throws {
        let library = try listedLibrary(remembering: memory)
        try library.beginListing(of: "")
        let photos = tree.filter { if case .media = $0 { true } else { false } }
        _ = try library.apply(page(photos, "again"))
        #expect(try displayPaths(library) == ["/Año/3.jpg", "/Año/Été/1.jpg", "/Año/Été/2.jpg"])
    }

    @Test(arguments: Memory.allCases)
    func showsPhotosInAFolderThatHasMoved(memory: Memory) throws {
        let library = try listedLibrary(remembering: memory)
        try library.beginListing(of: "")
        _ = try library.apply(
            page(
                [
                    folder("id:a", "Año", at: "/año"), .media(photo(3, at: "/año/3.jpg")),
                    folder("id:b", "Été", at: "/été"), .media(photo(1, at: "/été/1.jpg")),
                    .media(photo(2, at: "/été/2.jpg")),
                ], "again"))
        #expect(try displayPaths(library) == ["/Año/3.jpg", "/Été/1.jpg", "/Été/2.jpg"])
    }

    @Test(arguments: Memory.allCases)
    func showsPhotosInAFolderWithAnotherName(memory: Memory) throws {
        let library = try listedLibrary(remembering: memory)
        try library.beginListing(of: "")
        _ = try library.apply(
            page(
                [
                    folder("id:a", "AÑO", at: "/año"), folder("id:b", "Verano", at: "/año/verano"),
                    .media(photo(1, at: "/año/verano/1.jpg")),
                    .media(photo(2, at: "/año/verano/2.jpg")), .media(photo(3, at: "/año/3.jpg")),
                ], "again"))
        #expect(
            try displayPaths(library) == ["/AÑO/3.jpg", "/AÑO/Verano/1.jpg", "/AÑO/Verano/2.jpg"])
        #expect(try library.statistics().nodes == 3)
    }
}
