import FeedGallery
import Foundation
import Testing

@Suite struct GalleryWriterTests {
    let sample: Sample

    init() throws { sample = try Sample() }

    @Test func folderHoldsThePageItsDataAndTheThumbnails() throws {
        let picture = try sample.file("a.gif")
        let summary = try sample.write([
            sample.item(1, thumbnail: picture), sample.item(2, days: 20),
            GalleryItem(
                identifier: "id:3", name: "film.mp4", date: Sample.june.addingTimeInterval(-9e6),
                thumbnailPath: nil, isVideo: true),
        ])
        #expect(summary.items == 3)
        #expect(summary.videos == 1)
        #expect(summary.months == 3)
        #expect(summary.placeholders == 2)
        #expect(summary.indexPath == sample.gallery + "/index.html")
        #expect(
            try sample.names("") == [".photopark-gallery", "index.html", "pages", "thumbnails"])
        #expect(try sample.names(sample.pages) == ["0.js", "gallery.css", "gallery.js"])
        #expect(try sample.names("thumbnails") == ["69643a31.gif"])
        #expect(
            try sample.text("index.html").contains(
                #""items":3,"videos":1,"months":[["2024-06",1],["2024-05",1],["2024-03",1]]"#))
    }

    @Test func itemsAreInOrderWithWhatThePageShows() throws {
        let item = GalleryItem(
            identifier: "id:1", name: "Lisbon.HEIC", date: Sample.june, thumbnailPath: nil,
            dimensions: (4_032, 3_024), size: 1_234_567, place: "Lisbon")
        try sample.write([item, sample.item(2, name: "no extension")])
        let items = try sample.items()
        let expected: [Any] = [
            "Lisbon.HEIC", "", 1_718_452_800, 0, 4_032, 3_024, 1_234_567, "Lisbon", "HEIC",
        ]
        #expect(items[0] as NSArray == expected as NSArray)
        #expect(items[1][8] as? String == "")
    }

    @Test func monthsBeginInTheGivenTimeZone() throws {
        let midnight = Date(timeIntervalSince1970: 1_717_200_000)  // 2024-06-01 00:00 in Greenwich
        let item = GalleryItem(
            identifier: "1", name: "a", date: midnight, thumbnailPath: nil)
        let zone = try #require(TimeZone(secondsFromGMT: -3_600))
        let writer = try GalleryWriter(folder: sample.gallery, title: "", timeZone: zone)
        try writer.add(item)
        _ = try writer.finish()
        #expect(try sample.text("index.html").contains(#"[["2024-05",1]]"#))
        #expect(try sample.items()[0][2] as? Int == 1_717_196_400)
    }

    @Test func wildDatesAreShownNotRefused() throws {
        for seconds in [Double.infinity, .nan, 1e300, -1e300, .greatestFiniteMagnitude] {
            let item = GalleryItem(
                identifier: "1", name: "a", date: Date(timeIntervalSince1970: seconds),
                thumbnailPath: nil)
            #expect(try sample.write([item]).months == 1)
        }
    }

    @Test func itemOfANewerMonthIsOutOfOrder() throws {
        let writer = try sample.writer()
        try writer.add(sample.item(1, days: 40))
        try writer.add(sample.item(2, days: 39.5))
        let error = #expect(throws: GalleryError.self) { try writer.add(sample.item(3)) }
        #expect(error?.code == .outOfOrder)
    }

    @Test func emptyGalleryIsAPage() throws {
        #expect(try sample.write([]).items == 0)
        #expect(try sample.text("index.html").contains(#""months":[]"#))
    }

    @Test func folderWithOtherFilesIsRefusedAndUntouched() throws {
        try FileManager.default.createDirectory(
            atPath: sample.gallery, withIntermediateDirectories: false)
        try sample.file("gallery/thesis.txt")
        let error = #expect(throws: GalleryError.self) { try sample.writer() }
        #expect(error?.code == .folderNotOurs)
        #expect(error?.description.contains("choose an empty") == true)
        #expect(try sample.names("") == ["thesis.txt"])
    }

    @Test func fileInPlaceOfTheFolderIsNamed() throws {
        try sample.file("gallery")
        let error = #expect(throws: GalleryError.self) { try sample.writer() }
        #expect(error?.code == .file)
        #expect(error?.description.contains("choose a folder") == true)
    }

    @Test func emptyFolderAndFoldersThatDoNotExistAreUsed() throws {
        try FileManager.default.createDirectory(
            atPath: sample.gallery, withIntermediateDirectories: false)
        try sample.write([sample.item(1)])
        let deep = try GalleryWriter(folder: sample.path + "/a/b/c", title: "")
        #expect(try deep.finish().items == 0)
    }

    @Test func rewritingReplacesThePageAndSweepsWhatItDoesNotName() throws {
        let picture = try sample.file("a.gif")
        try sample.write([
            sample.item(1, thumbnail: picture), sample.item(2, thumbnail: picture),
        ])
        let before = try sample.pages
        try sample.file("gallery/notes.txt")
        try sample.file("gallery/thumbnails/mine.txt")
        try sample.write([sample.item(2, thumbnail: picture)])
        #expect(try sample.pages != before)
        #expect(try sample.names("pages").map { "pages/" + $0 } == [sample.pages])
        #expect(try sample.names("thumbnails") == ["69643a32.gif", "mine.txt"])
        #expect(try sample.names("").contains("notes.txt"))
    }

    @Test func abandonedRewriteLeavesTheOldGalleryWhole() throws {
        let picture = try sample.file("a.gif")
        try sample.write([sample.item(1, thumbnail: picture)])
        let index = try sample.text("index.html")
        let pages = try sample.pages
        do {
            let writer = try sample.writer()
            for number in 0..<600 { try writer.add(sample.item(number + 10)) }
        }
        #expect(try sample.text("index.html") == index)
        #expect(try sample.names(pages) == ["0.js", "gallery.css", "gallery.js"])
        #expect(try sample.names("thumbnails") == ["69643a31.gif"])
        try sample.write([])
        #expect(try sample.names("pages").count == 1)
    }

    @Test func secondWriterIsToldThatTheGalleryIsInUse() throws {
        let first = try sample.writer()
        let error = #expect(throws: GalleryError.self) { try sample.writer() }
        #expect(error?.code == .inUse)
        _ = try first.finish()
    }

    @Test func onlyPicturesThatBrowsersMayBeGivenAreTaken() throws {
        let svg = try sample.file("a.jpg", Data("<svg onload='alert(1)'/>".utf8))
        let empty = try sample.file("b.jpg", Data())
        let jpeg = try sample.file("c", Data([0xFF, 0xD8, 0xFF, 0xE0]))
        let png = try sample.file("d.svg", Data([0x89] + "PNG\r\n\u{1A}\n".utf8))
        let webp = try sample.file("e", Data("RIFF\0\0\0\0WEBPVP8 ".utf8))
        try FileManager.default.createSymbolicLink(
            atPath: sample.path + "/link", withDestinationPath: jpeg)
        let sources = [
            svg, empty, jpeg, png, webp, sample.path + "/link", sample.path, "/no/where",
        ]
        let items = sources.enumerated().map { sample.item($0.offset, thumbnail: $0.element) }
        #expect(try sample.write(items).placeholders == 5)
        #expect(
            try sample.names("thumbnails") == ["69643a32.jpg", "69643a33.png", "69643a34.webp"])
    }

    @Test func tenThousandItemsAreCutIntoChunks() throws {
        let picture = try sample.file("a.gif")
        let items = (0..<10_000).map {
            sample.item($0, days: Double($0) / 10, thumbnail: picture)
        }
        let summary = try sample.write(items)
        #expect(summary.items == 10_000)
        #expect(try sample.names(sample.pages).count == 22)
        #expect(try sample.names("thumbnails").count == 10_000)
        #expect(try sample.items().count == 10_000)
    }
}
