import Foundation
import Testing

@testable import FeedGallery

/// The files that a failed run leaves behind.
@Suite struct GalleryFolderTests {
    private let path = NSTemporaryDirectory() + "gallery-\(UUID().uuidString)"

    private func names() -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? []
    }

    @Test func aFailedRunRemovesWhatItHasWritten() throws {
        let folder = try GalleryFolder(path: path)
        try folder.writePage("items".utf8, named: "0.js")
        folder.discard { _ in true }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aFailedRunKeepsTheGalleryBeforeIt() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let before: String
        do {
            let folder = try GalleryFolder(path: path)
            before = folder.generation
            try folder.writePage("items".utf8, named: "0.js")
            try folder.writeIndex("pages/\(before)/")
        }
        let folder = try GalleryFolder(path: path)
        try folder.writePage("items".utf8, named: "0.js")
        folder.discard { _ in true }
        #expect(names().filter { $0.hasSuffix(".js") } == ["pages/\(before)/0.js"])
    }

    /// As when the folder cannot be flushed after the page was renamed into its place.
    @Test func aRunThatFailsWithItsPageInPlaceKeepsWhatThePageNames() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try GalleryFolder(path: path)
        try folder.writePage("items".utf8, named: "0.js")
        try folder.writeIndex("pages/\(folder.generation)/")
        folder.discard { _ in true }
        #expect(names().contains("pages/\(folder.generation)/0.js"))
    }
}
