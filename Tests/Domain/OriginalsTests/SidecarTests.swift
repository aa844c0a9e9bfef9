import Foundation
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit
import Testing

@testable import Originals

@Suite("Sidecars of originals")
struct SidecarTests {
    private let fixture: OriginalsFixture
    private let root: String

    init() throws {
        fixture = try OriginalsFixture()
        root = fixture.path + "/sidecars"
    }

    private func write(
        _ item: FeedItem, _ path: [String] = ["2024", "a.jpg"]
    ) throws -> SidecarFolder.Outcome {
        try SidecarFolder(path: root).write(item, account: "ada", at: path)
    }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: root + "/" + name)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private func photo(_ info: MediaInfo?, name: String = "a.jpg") -> FeedItem {
        let time = FeedTime(secondsSinceEpoch: 1_717_164_245)
        let node = MediaNode(
            id: NodeID(rawValue: "id:1"), name: name, pathKey: "/" + name, revision: "r", size: 7,
            clientModified: time, serverModified: time, mediaInfo: info)
        return FeedItem(node: node, displayPath: "/" + name, thumbnail: .pending)
    }

    @Test func aPacketHasWhatTheLibraryKnows() {
        let info = MediaInfo(
            kind: .video, dimensions: .init(width: 4_000, height: 3_000),
            location: .init(latitude: -33.8568, longitude: 151.2153),
            timeTaken: CameraTime("2024-05-31T16:04:05"), durationMilliseconds: 1_500)
        let text = XMPPacket(photo(info), account: "ada").text
        for line in [
            "<exif:DateTimeOriginal>2024-05-31T16:04:05</exif:DateTimeOriginal>",
            "<xmp:ModifyDate>2024-05-31T14:04:05Z</xmp:ModifyDate>",
            "<exif:GPSLatitude>33,51.40800000S</exif:GPSLatitude>",
            "<exif:GPSLongitude>151,12.91800000E</exif:GPSLongitude>",
            "<tiff:ImageWidth>4000</tiff:ImageWidth>", "<xmpDM:value>1500</xmpDM:value>",
            "<xmpMM:PreservedFileName>a.jpg</xmpMM:PreservedFileName>",
            "<photopark:Size>7</photopark:Size>",
        ] { #expect(text.contains(line), "\(line)") }
        let zoned = MediaInfo(
            kind: .photo, timeTaken: CameraTime("2024-05-31T16:04:05"), zoneOffset: -12_600)
        #expect(
            XMPPacket(photo(zoned), account: "ada").text.contains(
                "<exif:DateTimeOriginal>2024-05-31T16:04:05-03:30</exif:DateTimeOriginal>"))
        let plain = XMPPacket(photo(nil), account: "ada").text
        // The time of a change is not the time at which the photo was taken.
        for name in ["DateTimeOriginal", "DateCreated", "GPS", "tiff:Image", "duration"] {
            #expect(!plain.contains(":\(name)"), "\(name)")
        }
    }

    @Test(arguments: [
        (0.0, "0,0.00000000N"), (-0.5, "0,30.00000000S"), (89.99999999999, "90,0.00000000N"),
        (12.9999999, "12,59.99999400N"),
    ])
    func minutesAreNeverSixty(_ degrees: Double, _ expected: String) {
        let info = MediaInfo(kind: .photo, location: .init(latitude: degrees, longitude: 0))
        #expect(
            XMPPacket(photo(info), account: "a").text.contains(
                "<exif:GPSLatitude>\(expected)</exif:GPSLatitude>"))
    }

    @Test func aNameCannotEndAnElement() {
        let name = "</x:xmpmeta><a b='\"&\u{0}\n\u{FFFF}.jpg"
        let text = XMPPacket(photo(nil, name: name), account: "ada").text
        #expect(text.components(separatedBy: "</x:xmpmeta>").count == 2)
        #expect(
            text.contains("&lt;/x:xmpmeta&gt;&lt;a b=&#39;&quot;&amp;\u{FFFD}\u{FFFD}\u{FFFD}.jpg"))
    }

    @Test func aSidecarIsReplacedOnlyWhenItChanges() throws {
        #expect(try write(photo(nil)) == .written)
        #expect(try write(photo(nil)) == .unchanged)
        let info = MediaInfo(kind: .photo, timeTaken: CameraTime("2024-05-31T16:04:05"))
        #expect(try write(photo(info)) == .written)
        #expect(text("2024/a.jpg.xmp")?.contains("2024-05-31T16:04:05") == true)
        let manager = FileManager.default
        let names = try manager.subpathsOfDirectory(atPath: root).sorted()
        #expect(names == ["2024", "2024/a.jpg.xmp"], "nothing else stays")
        let file = try manager.attributesOfItem(atPath: root + "/2024/a.jpg.xmp")
        #expect(file[.posixPermissions] as? Int == 0o600)
        let folder = try manager.attributesOfItem(atPath: root + "/2024")
        #expect(folder[.posixPermissions] as? Int == 0o700)
    }

    @Test func unfinishedFilesOfKilledRunsAreRemovedAfterADay() throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: root + "/2024", withIntermediateDirectories: true)
        let digits = String(repeating: "0", count: 32)
        let old = [
            ".\(UUID().uuidString).xmp-new", ".\(digits).xmp-new",
            ".a.jpg.xmp.0123456789ab.partial",
        ]
        let kept = [".\(UUID().uuidString).xmp-new", ".note.xmp-new", "old.jpg"]
        for name in old + kept {
            let file = root + "/2024/" + name
            try Data("text".utf8).write(to: URL(filePath: file))
            guard name != kept[0] else { continue }
            try manager.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -2 * 86_400)], ofItemAtPath: file)
        }
        #expect(try write(photo(nil)) == .written)
        let names = try manager.contentsOfDirectory(atPath: root + "/2024")
        #expect(Set(names) == Set(kept + ["a.jpg.xmp"]))
    }

    @Test func aFileThatAnotherProgramHasMadeOrChangedIsKept() throws {
        #expect(try write(photo(nil)) == .written)
        let ours = try #require(text("2024/a.jpg.xmp"))
        let end = "</rdf:Description>"
        let edited = ours.replacing(end, with: "<xmp:Rating>5</xmp:Rating>" + end)
        for content in [edited, "rating", ours + " ", String(ours.dropLast())] {
            try Data(content.utf8).write(to: URL(filePath: root + "/2024/a.jpg.xmp"))
            let info = MediaInfo(kind: .photo, timeTaken: CameraTime("2024-05-31T16:04:05"))
            #expect(try write(photo(info)) == .kept)
            #expect(text("2024/a.jpg.xmp") == content)
        }
        // A power cut can leave this.
        try Data().write(to: URL(filePath: root + "/2024/a.jpg.xmp"))
        #expect(try write(photo(nil)) == .written)
        #expect(text("2024/a.jpg.xmp") == ours)
    }

    // osxphotos#210: the files of a live photo had one sidecar.
    @Test func filesThatDifferOnlyInTheirExtensionsHaveASidecarEach() throws {
        let names = ["a.heic", "a.jpg", "a.mov"]
        for (number, name) in names.enumerated() {
            #expect(try write(item("id:\(number)", path: "/" + name), [name]) == .written)
        }
        for name in names { #expect(text(name + ".xmp")?.contains(">/\(name)<") == true) }
        let files = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
        #expect(files == names.map { $0 + ".xmp" })
    }

    @Test func anotherPhotoOfTheNameGetsDigitsInEachRun() throws {
        let (first, second) = (item("id:1", path: "/x/a.jpg"), item("id:2", path: "/y/a.jpg"))
        for run in 0..<2 {
            // The order of a feed changes with its photos.
            for item in run == 0 ? [first, second] : [second, first] {
                #expect(try write(item) == (run == 0 ? .written : .unchanged))
            }
        }
        let digits = SidecarMark(second.node.id, account: "ada").id.prefix(8)
        #expect(text("2024/a.jpg.xmp")?.contains(">/x/a.jpg<") == true)
        #expect(text("2024/a~\(digits).jpg.xmp")?.contains(">/y/a.jpg<") == true)
    }

    @Test func aLinkIsNotFollowed() throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: fixture.path + "/elsewhere", withIntermediateDirectories: true)
        try manager.createDirectory(atPath: root, withIntermediateDirectories: true)
        try manager.createSymbolicLink(
            atPath: root + "/2024", withDestinationPath: fixture.path + "/elsewhere")
        #expect(throws: FeedError.self) { try write(photo(nil)) }
        try manager.createSymbolicLink(
            atPath: root + "/b.jpg.xmp", withDestinationPath: fixture.path + "/elsewhere/b")
        #expect(try write(photo(nil), ["b.jpg"]) == .kept)
        #expect(try manager.contentsOfDirectory(atPath: fixture.path + "/elsewhere").isEmpty)
    }

    @Test func aFolderNeverHasTheNameOfASidecar() throws {
        #expect(try write(item("id:1", path: "/a.jpg"), ["a.jpg"]) == .written)
        #expect(try write(item("id:2", path: "/b.jpg"), ["a.jpg.xmp", "b.jpg"]) == .written)
        #expect(text("a.jpg~.xmp/b.jpg.xmp") != nil)
        // U+0D4E and the dot after it are one `Character`.
        #expect(try write(item("id:2", path: "/b.jpg"), ["a\u{D4E}.xmp", "b.jpg"]) == .written)
        #expect(text("a\u{D4E}~.xmp/b.jpg.xmp") != nil)
    }

    @Test func aLongNameFits() throws {
        let name = String(repeating: "n", count: 250) + ".jpeg"
        #expect(try write(item("id:1", path: "/a.jpg"), [name]) == .written)
        #expect(try write(item("id:2", path: "/b.jpg"), [name]) == .written)
        let names = try FileManager.default.contentsOfDirectory(atPath: root)
        #expect(names.count == 2)
        for name in names { #expect(name.utf8.count <= 255 && name.hasSuffix(".jpeg.xmp")) }
    }

    @Test func theOriginalsInPlaceGetSidecarsBesideThem() throws {
        fixture.add("id:1", "/a.jpg")
        fixture.add("id:2", "/b.jpg")
        _ = fixture.run(try fixture.choice)
        fixture.add("id:3", "/c.jpg")
        try fixture.scheduler.enter {
            let sidecars = try OriginalsSynchronizer(
                library: fixture.path + "/library", reader: fixture.library,
                fetcher: fixture.server, account: "ada", home: .here
            ).sidecars()
            while try sidecars.next() {}
            #expect(sidecars.written == 2)
        }
        #expect(
            fixture.files == [
                "2024/05/a.jpg", "2024/05/a.jpg.xmp", "2024/05/b.jpg", "2024/05/b.jpg.xmp",
            ])
    }
}
