import Testing

@testable import FeedGallery

/// The addresses of files, whose names may look the same.
@Suite struct GalleryLinkTests {
    @Test func aFolderOfAnotherSpellingIsNotThatOfTheGallery() {
        let folder = ["caf\u{E9}", "gallery"]
        #expect(GalleryLink.address(of: "/caf\u{E9}/a.mov", from: folder) == "../a.mov")
        let address = GalleryLink.address(of: "/cafe\u{301}/a.mov", from: folder)
        #expect(address == "../../cafe%CC%81/a.mov")
    }
}
