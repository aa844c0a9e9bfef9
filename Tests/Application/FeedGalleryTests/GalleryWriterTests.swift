import FeedGallery
import Foundation
import Testing

@Suite struct GalleryWriterTests {
    let sample: Sample

    init() throws { sample = try Sample() }

    @Test func folderHoldsThePageItsDataAndTheThumbnails() throws {
        let picture = Sample.thumbnail()
        let summary = try sample.write([
            sample.item(1, thumbnail: picture), sample.item(2, days: 20),
            GalleryItem(
                identifier: "id:3", name: "film.mp4", wallSeconds: Sample.june - 9_000_000,
                thumbnail: nil, isVideo: true),
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
            identifier: "id:1", name: "Lisbon.HEIC", folder: "/Trips/Portugal",
            wallSeconds: Sample.june, clock: 1, thumbnail: nil,
            dimensions: (4_032, 3_024), size: 1_234_567, place: "Lisbon")
        try sample.write([item, sample.item(2, name: "no extension")])
        let items = try sample.items()
        let expected: [Any] = [
            "Lisbon.HEIC", "", 1_718_452_800, 0, 4_032, 3_024, 1_234_567, "Lisbon", "HEIC",
            "/Trips/Portugal", 1, "2febgrzhtisst",
        ]
        #expect(items[0] as NSArray == expected as NSArray)
        #expect(items[1][8] as? String == "")
    }

    @Test func anOriginalIsLinkedByItsPathFromThePage() throws {
        let parent = (sample.gallery as NSString).deletingLastPathComponent
        func item(_ number: Int, _ original: String?) -> GalleryItem {
            GalleryItem(
                identifier: "id:\(number)", name: "\(number).mov", wallSeconds: Sample.june,
                thumbnail: nil, isVideo: true, original: original)
        }
        try sample.write([
            item(1, parent + "/photos/2024/a b?#\u{E9}\"<%.mov"), item(2, nil),
            item(3, sample.gallery + "/own.mov"), item(4, parent + "/\u{301}a/\u{301}b.mov"),
        ])
        let items = try sample.items()
        #expect(items.map(\.count) == [15, 12, 15, 15])
        #expect(items[0][14] as? String == "../photos/2024/a%20b%3F%23%C3%A9%22%3C%25.mov")
        #expect(items[2][14] as? String == "own.mov")
        #expect(items[3][14] as? String == "../%CC%81a/%CC%81b.mov")
    }

    @Test func eachOfSeveralAccountsHasMonthsAndChunksOfItsOwn() throws {
        let count = 1_100
        try sample.write(
            (0..<count).map { number in
                sample.item(
                    number, days: Double(number) / 10,
                    accounts: number == 3 ? [0, 1] : [number % 2])
            }, accounts: ["home", "work"])
        let names = try sample.names(sample.pages).filter { $0 != "gallery.js" }
        #expect(
            names.filter { $0.hasSuffix(".js") }
                == ["0.js", "1-0.js", "1-1.js", "2-0.js", "2-1.js", "1.js", "2.js"].sorted())
        let index = try sample.text("index.html")
        #expect(index.contains(#""accounts":[{"name":"home","view":1,"items":551,"videos":0"#))
        #expect(index.contains(#"{"name":"work","view":2,"items":550,"videos":0"#))
        let chunk = try sample.text(sample.pages + "/0.js").split(separator: "\n")
        #expect(chunk[1].hasSuffix(#""home"],"#), "\(chunk[1])")
        #expect(chunk[4].hasSuffix(#""home, work"],"#), "\(chunk[4])")
        let home = try sample.text(sample.pages + "/1-0.js").split(separator: "\n")
        #expect(home[0] == "photopark.chunk(0,[")
        #expect(home.filter { $0.hasPrefix("[") }.count == 512)
    }

    private func item(_ index: Int, _ wallSeconds: Int64) -> GalleryItem {
        GalleryItem(
            identifier: "id:\(index)", name: "\(index)", wallSeconds: wallSeconds,
            thumbnail: nil)
    }

    @Test func anItemIsInTheMonthOfItsOwnClockWhateverTheTimeZonesOfItsNeighbours() throws {
        let firstOfJune: Int64 = 1_717_200_000
        // By the moment: Tokyo, New York, Paris, New York, each minutes before the other.
        let clocks = [
            firstOfJune + 9 * 3_600, firstOfJune - 4 * 3_600, firstOfJune + 2 * 3_600,
            firstOfJune - 4 * 3_600 - 60,
        ]
        try sample.write(
            clocks.enumerated().map { item($0.offset, $0.element) }
                + [item(4, firstOfJune - 40 * 86_400)])
        #expect(
            try sample.text("index.html").contains(
                #""months":[["2024-06",2],["2024-05",2],["2024-04",1]]"#))
        #expect(try sample.items().map { $0[0] as? String } == ["0", "2", "1", "3", "4"])
    }

    @Test(arguments: [Int64.max, .min, 0, 1 << 40, -(1 << 40)])
    func wildTimesAreShownNotRefused(_ seconds: Int64) throws {
        #expect(try sample.write([item(1, seconds)]).months == 1)
    }

    @Test func itemOfANewerMonthIsOutOfOrder() throws {
        let writer = try sample.writer()
        try writer.add(sample.item(1, days: 40))
        try writer.add(sample.item(2, days: 39.5))
        let error = #expect(throws: GalleryError.self) { try writer.add(sample.item(3)) }
        #expect(error?.code == .outOfOrder)
    }

    @Test func aWriterThatGoesAwayLeavesNothingOfANewGallery() throws {
        let picture = Sample.thumbnail()
        do {
            let writer = try sample.writer()
            for number in 0..<600 { try writer.add(sample.item(number, thumbnail: picture)) }
        }
        #expect(!FileManager.default.fileExists(atPath: sample.gallery))
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
        #expect("\(error as Any)".contains("choose an empty"))
        #expect(try sample.names("") == ["thesis.txt"])
    }

    @Test func fileInPlaceOfTheFolderIsNamed() throws {
        try sample.file("gallery")
        let error = #expect(throws: GalleryError.self) { try sample.writer() }
        #expect(error?.code == .file)
        #expect("\(error as Any)".contains("choose a folder"))
    }

    @Test func emptyFolderAndFoldersThatDoNotExistAreUsed() throws {
        try FileManager.default.createDirectory(
            atPath: sample.gallery, withIntermediateDirectories: false)
        try sample.write([sample.item(1)])
        let deep = try GalleryWriter(folder: sample.path + "/a/b/c", title: "")
        #expect(try deep.finish().items == 0)
    }

    @Test func rewritingReplacesThePageAndSweepsWhatItDoesNotName() throws {
        let picture = Sample.thumbnail()
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
        let picture = Sample.thumbnail()
        try sample.write([sample.item(1, thumbnail: picture)])
        let index = try sample.text("index.html")
        let pages = try sample.pages
        do {
            let writer = try sample.writer()
            for number in 0..<600 {
                try writer.add(sample.item(number + 10, thumbnail: picture))
            }
        }
        #expect(try sample.text("index.html") == index)
        #expect(try sample.names(pages) == ["0.js", "gallery.css", "gallery.js"])
        #expect(try sample.names("pages").map { "pages/" + $0 } == [pages])
        #expect(try sample.names("thumbnails") == ["69643a31.gif"])
    }

    @Test func secondWriterIsToldThatTheGalleryIsInUse() throws {
        let first = try sample.writer()
        let error = #expect(throws: GalleryError.self) { try sample.writer() }
        #expect(error?.code == .inUse)
        _ = try first.finish()
    }

    @Test func onlyPicturesThatBrowsersMayBeGivenAreTaken() throws {
        let contents = [
            Data("<svg onload='alert(1)'/>".utf8), Data(), Data([0xFF, 0xD8, 0xFF, 0xE0]),
            Data([0x89] + "PNG\r\n\u{1A}\n".utf8), Data("RIFF\0\0\0\0WEBPVP8 ".utf8), nil,
        ]
        let items = contents.enumerated().map {
            sample.item($0.offset, thumbnail: Sample.thumbnail($0.element))
        }
        #expect(try sample.write(items).placeholders == 3)
        #expect(
            try sample.names("thumbnails") == ["69643a32.jpg", "69643a33.png", "69643a34.webp"])
    }

    @Test func aPictureIsReadAgainOnlyInAnotherVersion() throws {
        var reads = 0
        func write(_ version: String?, _ byte: UInt8) throws {
            let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, byte]
            let picture = GalleryPicture(version: version, length: 4) {
                reads += 1
                return bytes
            }
            try sample.write([sample.item(1, thumbnail: picture)])
            let name = try #require(try sample.items().first?[1] as? String)
            #expect(try sample.names("thumbnails") == [name])
            let stored = FileManager.default.contents(
                atPath: "\(sample.gallery)/thumbnails/\(name)")
            #expect(stored.map(Array.init) == bytes)
        }
        try write("a1", 1)
        try write("a1", 1)
        #expect(reads == 1)
        try write("a2", 2)
        #expect(reads == 2)
        #expect(truncate(sample.gallery + "/thumbnails/69643a31-a2.jpg", 1) == 0)
        try write("a2", 2)
        #expect(reads == 3)
        try write(nil, 3)
        try write(nil, 4)
        #expect(reads == 5)
    }

    @Test func anErrorInReadingAPictureEndsTheGallery() throws {
        struct DiskError: Error {}
        let writer = try sample.writer()
        let picture = GalleryPicture(version: "a1", length: 4) { throw DiskError() }
        #expect(throws: DiskError.self) {
            try writer.add(sample.item(1, thumbnail: picture))
        }
    }

    @Test func tenThousandItemsAreCutIntoChunks() throws {
        let picture = Sample.thumbnail()
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
