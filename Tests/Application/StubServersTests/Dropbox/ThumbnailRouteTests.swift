import Foundation
import LoopbackTestKit
import StubServers
import Testing

@Suite struct ThumbnailRouteTests {
    private static func path(_ number: Int) -> String {
        "/Camera Uploads/2025/12/IMG_00000\(number).jpg"
    }

    /// Width and height out of a JPEG's frame header.
    private func sizeOfJPEG(_ bytes: [UInt8]) -> [Int] {
        var at = 2
        while at + 9 < bytes.count, ![0xC0, 0xC2].contains(bytes[at + 1]) {
            at += 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
        }
        return [7, 5].map { Int(bytes[at + $0]) << 8 + Int(bytes[at + $0 + 1]) }
    }

    @Test(arguments: [
        ("w64h64", "strict", [64, 48]), ("w256h256", "strict", [256, 192]),
        ("w480h320", "bestfit", [427, 320]), ("w480h320", "fitone_bestfit", [480, 360]),
        ("w2048h1536", "strict", [640, 480]),
    ])
    func aThumbnailIsReallyScaled(size: String, mode: String, expected: [Int]) async throws {
        try await withStub { _, client in
            let response = try await client.content(
                "files/get_thumbnail_v2",
                """
                {"resource": {".tag": "path", "path": "\(Self.path(19))"}, "size": "\(size)",
                 "mode": {".tag": "\(mode)"}, "format": "jpeg"}
                """.replacingOccurrences(of: "\n", with: ""))
            #expect(response.headers["content-type"] == "image/jpeg")
            #expect(sizeOfJPEG(response.body) == expected)
        }
    }

    @Test func mediaInfoComesWithAThumbnailUnlessItIsExcluded() async throws {
        try await withStub { _, client in
            for excluded in [true, false] {
                let response = try await client.content(
                    "files/get_thumbnail_v2",
                    #"{"resource": {".tag": "path", "path": "\#(Self.path(19))"}, "#
                        + #""exclude_media_info": \#(excluded)}"#)
                let metadata = response.result["file_metadata"] as? [String: Any]
                #expect(metadata?["name"] as? String == "IMG_0000019.jpg")
                #expect((metadata?["media_info"] == nil) == excluded)
            }
        }
    }

    @Test(arguments: [("png", [0x89, 0x50]), ("webp", [0x52, 0x49])] as [(String, [UInt8])])
    func otherFormatsAreWritten(format: String, start: [UInt8]) async throws {
        try await withStub { _, client in
            let response = try await client.content(
                "files/get_thumbnail", #"{"path": "\#(Self.path(19))", "format": "\#(format)"}"#)
            #expect(response.headers["content-type"] == "image/\(format)")
            #expect(response.body.starts(with: start))
            #expect(response.result["name"] as? String == "IMG_0000019.jpg")
        }
    }

    @Test func everyPhotosThumbnailIsItsOwn() async throws {
        try await withStub { _, client in
            var thumbnails: Set<[UInt8]> = []
            for number in 10..<20 {
                let response = try await client.content(
                    "files/get_thumbnail",
                    #"{"path": "\#(Self.path(number))", "size": "w256h256"}"#)
                thumbnails.insert(response.body)
            }
            #expect(thumbnails.count == 10)
        }
    }

    @Test func aBatchAnswersByPositionAndOneFailureFailsAlone() async throws {
        try await withStub { stub, client in
            try stub.apply(.add(path: "/text.txt", content: Array("text".utf8)))
            try stub.apply(.add(path: "/text.jpg", content: Array("text".utf8)))
            try stub.apply(.add(path: "/cut.jpg", content: [0xFF, 0xD8, 0xFF, 0xE0]))
            let paths = [
                Self.path(19), "/nowhere.jpg", "/text.txt", "/text.jpg", "/cut.jpg", Self.path(18),
            ]
            let entries = paths.map { #"{"path": "\#($0)", "size": "w128h128"}"# }
            let response = try await client.call(
                "files/get_thumbnail_batch", #"{"entries": [\#(entries.joined(separator: ","))]}"#)
            let tags = response.entries.map { entry in
                let failure = entry["failure"] as? [String: Any]
                return failure?[".tag"] as? String ?? entry[".tag"] as? String ?? ""
            }
            #expect(
                tags == [
                    "success", "path", "unsupported_extension", "unsupported_image",
                    "conversion_error", "success",
                ])
            let last = try #require(response.entries.last)
            let metadata = last["metadata"] as? [String: Any]
            #expect(metadata?["name"] as? String == "IMG_0000018.jpg")
            #expect(metadata?["media_info"] == nil)
            let bytes = Data(base64Encoded: last["thumbnail"] as? String ?? "") ?? Data()
            #expect(sizeOfJPEG([UInt8](bytes)) == [128, 96])
        }
    }

    @Test func aBatchHoldsTwentyFive() async throws {
        try await withStub { _, client in
            for (count, tags) in [(25, ""), (26, "too_many_files")] {
                let entry = #"{"path": "/nowhere.jpg"}"#
                let entries = Array(repeating: entry, count: count).joined(separator: ",")
                let response = try await client.call(
                    "files/get_thumbnail_batch", #"{"entries": [\#(entries)]}"#)
                #expect(response.errorTags == tags)
            }
        }
    }

    @Test(arguments: [#""size": "w1h1""#, #""mode": "wild""#, #""format": "gif""#])
    func unknownTagsAreRefused(field: String) async throws {
        try await withStub { _, client in
            let response = try await client.content(
                "files/get_thumbnail", #"{"path": "\#(Self.path(19))", \#(field)}"#)
            #expect(response.status == 400)
        }
    }
}
