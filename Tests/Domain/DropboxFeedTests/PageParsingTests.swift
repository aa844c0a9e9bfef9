import Foundation
import PhotoFeed
import Testing
import TextFormats

@testable import DropboxFeed

@Suite("Pages of Dropbox")
struct PageParsingTests {
    private func parse(_ text: String) throws(JSONError) -> FeedPage {
        try JSONReader.read(text.utf8) { reader throws(JSONError) in
            try FeedPage(dropbox: &reader)
        }
    }

    private func page(_ entry: String) -> String {
        "{\"entries\":[\(entry)],\"cursor\":\"c\",\"has_more\":false}"
    }

    private static let file = """
        ".tag":"file","name":"Å b.JPG","id":"id:a4ayc_80_OEAAAAAAAAAXw","path_lower":"/x/å b.jpg",\
        "path_display":"/X/Å b.JPG","client_modified":"2015-05-12T15:50:38Z",\
        "server_modified":"2015-05-12T15:50:39Z","rev":"a1c10ce0dd78","size":7212,\
        "is_downloadable":true,"content_hash":\
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        """

    @Test func aFileIsReadWhole() throws {
        let result = try parse(page("{\(Self.file)}"))
        guard case .media(let node)? = result.changes.first else {
            Issue.record("a photo is media")
            return
        }
        #expect(node.id.rawValue == "id:a4ayc_80_OEAAAAAAAAAXw")
        #expect(node.name == "Å b.JPG")
        #expect(node.pathKey == "/x/å b.jpg")
        #expect(node.pathDisplay == "/X/Å b.JPG")
        #expect(node.revision == "a1c10ce0dd78")
        #expect(node.size == 7212)
        #expect(node.clientModified.description == "2015-05-12T15:50:38Z")
        #expect(node.serverModified.description == "2015-05-12T15:50:39Z")
        #expect(node.contentHash?.description.hasPrefix("e3b0c442") == true)
        #expect(result.cursor.rawValue == "c")
        #expect(!result.hasMore)
    }

    @Test func everyKindOfEntryBecomesItsChange() throws {
        let result = try parse(
            page(
                """
                {".tag":"folder","name":"F","id":"id:f","path_lower":"/f","path_display":"/F"},
                {".tag":"deleted","name":"g.jpg","path_lower":"/g.jpg"},
                {".tag":"file","name":"h.txt","path_lower":"/h.txt"},
                {".tag":"hologram","path_lower":"/i","future":{"deep":[1,{"x":null}]}},
                {\(Self.file),"unknown":[{}],"sharing_info":{"read_only":true}},
                {".tag":"file","name":"unmounted.jpg"}
                """))
        #expect(
            result.changes.prefix(3) == [
                .folder(
                    FolderNode(
                        id: NodeID(rawValue: "id:f"), name: "F", pathKey: "/f", pathDisplay: "/F")),
                .deleted(pathKey: "/g.jpg"), .otherFile(pathKey: "/h.txt"),
            ])
        #expect(result.changes.count == 4)
    }

    @Test func mediaInfoIsReadWhereItIsThere() throws {
        func info(_ text: String) throws -> MediaInfo? {
            guard
                case .media(let node)? =
                    try parse(page("{\(Self.file),\"media_info\":\(text)}")).changes.first
            else { return nil }
            return node.mediaInfo
        }
        #expect(try info("{\".tag\":\"pending\"}") == nil)
        #expect(
            try info(
                """
                {".tag":"metadata","metadata":{".tag":"video","dimensions":{"height":3,"width":4},
                "location":{"latitude":1.5,"longitude":-2e1},"time_taken":"2001-02-03T04:05:06Z",
                "duration":1500}}
                """)
                == MediaInfo(
                    kind: .video, dimensions: .init(width: 4, height: 3),
                    location: .init(latitude: 1.5, longitude: -20),
                    timeTaken: CameraTime("2001-02-03T04:05:06"), durationMilliseconds: 1500))
        #expect(try info("{\".tag\":\"metadata\",\"metadata\":{\".tag\":\"hologram\"}}") == nil)
    }

    @Test(arguments: [
        ("\"size\":7212", "\"size\":\"7212\"", "entries[0].size"),
        ("\"size\":7212", "\"size\":-1", "entries[0].size"),
        ("\"size\":7212", "\"size\":7.5", "entries[0].size"),
        ("\"size\":7212", "\"size\":NaN", "entries[0].size"),
        ("\"size\":7212,", "", "entries[0].size"),
        ("\"size\":7212", "\"size\":7212,\"size\":7212", "entries[0].size"),
        ("38Z", "38", "entries[0].client_modified"),
        ("\"rev\":\"a1c10ce0dd78\",", "", "entries[0].rev"),
        ("\"rev\":\"a1c10ce0dd78\"", "\"rev\":null", "entries[0].rev"),
        ("e3b0c442", "e3b0c44g", "entries[0].content_hash"),
        ("\"name\":\"Å b.JPG\"", "\"name\":\"\\ud800.jpg\"", "entries[0].name"),
        ("\"name\":\"Å b.JPG\",", "", "entries[0].name"),
        ("\"/x/å b.jpg\"", "\"x\"", "entries[0]"),
        ("\"/x/å b.jpg\"", "\"/x/\"", "entries[0]"),
        ("\".tag\":\"file\",", "", "entries[0]..tag"),
        (",\"cursor\":\"c\"", "", "cursor"),
        ("\"cursor\":\"c\"", "\"cursor\":7", "cursor"),
        ("\"has_more\":false", "\"has_more\":0", "has_more"),
        ("\"entries\":[", "\"entries\":7,\"x\":[", "entries"),
    ])
    func aMalformedPageNamesItsField(good: String, bad: String, field: String) throws {
        let text = page("{\(Self.file)}").replacing(good, with: bad)
        let error = #expect(throws: JSONError.self) { try parse(text) }
        #expect(error?.field == field, "\(error.map(String.init(describing:)) ?? "")")
    }

    @Test func everyPrefixOfAPageIsAnError() {
        let text = Array(page("{\(Self.file)}").utf8)
        for count in 0..<text.count {
            #expect(throws: JSONError.self) {
                try JSONReader.read(text.prefix(count)) { reader throws(JSONError) in
                    try FeedPage(dropbox: &reader)
                }
            }
        }
    }
}
