import CommandOptions
import Foundation
import PhotoFeed
import Testing

@testable import ExportFeature

/// The text of an export.
@Suite struct ExportFormatTests {
    private let time = FeedTime(secondsSinceEpoch: 1_717_164_245)

    private func photo(_ name: String, _ info: MediaInfo? = nil) -> FeedItem {
        let node = MediaNode(
            id: NodeID(rawValue: "id:1"), name: name, pathKey: "/" + name, revision: "r", size: 7,
            clientModified: time, serverModified: time, mediaInfo: info)
        return FeedItem(node: node, displayPath: "/" + name, thumbnail: .pending)
    }

    @Test func theColumnsAreTheKeysOfTheJSON() throws {
        let json = ExportFormat.json.text(photo("a.jpg"), of: ["x"])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let columns = ExportFormat.csv.heading.dropLast(1).split(separator: ",").map(String.init)
        #expect(Set(columns) == Set(object.keys))
        // The order is that of the keys, too.
        let places = try columns.map { try #require(json.range(of: "\"\($0)\":")).lowerBound }
        #expect(places == places.sorted())
    }

    @Test func anUnknownValueIsEmpty() {
        let row = ExportFormat.csv.text(photo("a.jpg"), of: ["x", "y"])
        #expect(
            row == "id:1,/a.jpg,a.jpg,photo,2024-05-31T14:04:05Z,,2024-05-31T14:04:05Z,"
                + "2024-05-31T14:04:05Z,r,7,,,,,,,,,,,x;y,,,,,\r\n")
    }

    @Test func theCameraAndTheTimeZoneAreThoseOfTheOriginal() {
        let info = MediaInfo(
            kind: .photo, zoneOffset: -12_600,
            camera: MediaInfo.Camera(make: "NIKON CORPORATION", model: "NIKON D750"),
            contentIdentifier: "A-1", motionLength: 4_096)
        let row = ExportFormat.csv.text(photo("a.jpg", info), of: ["x"])
        #expect(row.hasSuffix(",x,-03:30,NIKON CORPORATION,NIKON D750,A-1,4096\r\n"), "\(row)")
        #expect(ExportFormat.json.text(photo("a.jpg", info), of: []).contains(#""zone":"-03:30""#))
    }

    @Test func aNegativeNumberIsNotAFormula() {
        let place = MediaInfo(
            kind: .photo, location: MediaInfo.Location(latitude: -33.5, longitude: -0.25))
        let row = ExportFormat.csv.text(photo("a.jpg", place), of: [])
        #expect(row.contains(",-33.5,-0.25,"), "\(row)")
    }

    @Test(
        arguments: [
            ("a", "a"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""),
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "\"'\tx\""),
            ("a\"\u{301},=1", "\"a\"\"\u{301},=1\""), ("\rx", "\"'\rx\""),
            ("=a,\"b\"", "\"'=a,\"\"b\"\"\""), ("", ""), ("a=b", "a=b"),
        ])
    func aTextIsQuotedAndNotRun(_ text: String, _ cell: String) {
        #expect(CSVRow.text([.text(text), .number("-1"), .empty]) == cell + ",-1,\r\n")
    }
}
