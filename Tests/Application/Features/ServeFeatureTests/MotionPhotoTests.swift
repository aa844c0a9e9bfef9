import Foundation
import LoopbackTestKit
import Originals
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import Testing

@testable import ServeFeature

/// Photos whose files have a movie at their end.
@Suite struct MotionPhotoTests {
    private static let picture = Samples.jpeg(1) + [UInt8](repeating: 7, count: 5_000)
    private static let movie =
        [0, 0, 0, 16] + Array("ftypmp42".utf8) + (0..<700_000).map { UInt8(truncatingIfNeeded: $0) }

    /// Runs `body` with a server of a motion photo, whose file has this content.
    private func withPhoto(
        _ content: [UInt8] = Self.picture + Self.movie,
        motionLength: Int64 = Int64(Self.movie.count),
        _ body: (Visitor, _ path: String) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/motion-\(UUID().uuidString)"
        try Data(content).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let date = FeedTime(secondsSinceEpoch: Samples.june)
        let node = MediaNode(
            id: NodeID(rawValue: "id:m.jpg"), name: "m.jpg", pathKey: "/m.jpg", revision: "1",
            size: Int64(content.count), clientModified: date, serverModified: date,
            mediaInfo: MediaInfo(kind: .photo, motionLength: motionLength))
        let item = FeedItem(node: node, displayPath: "/m.jpg", thumbnail: .pending)
        let version = try #require(OriginalFile(path: path, name: "m.jpg")).version
        try await withFeedServer(
            { [Samples.library([item])] },
            originals: { OriginalFile(path: path, name: $0.name) }
        ) { visitor async throws in
            try await body(visitor, "0/aWQ6bS5qcGc/\(version)")
        }
    }

    @Test func thePageIsToldOfTheMovieInThePhoto() async throws {
        try await withPhoto { visitor, path async throws in
            let months = try await visitor.get("/months")
            let items = try #require(
                (JSONSerialization.jsonObject(with: Data(months.body)) as? [String: Any])?["first"]
                    as? [[Any]])
            #expect(items.count == 1 && items[0].count == 15 && items[0][14] as? Int == 1)
            let size = Self.picture.count + Self.movie.count
            #expect(
                try await visitor.get("/details/0/aWQ6bS5qcGc").text
                    == #"{"original":{"path":"\#(path)","type":"image/jpeg","size":\#(size)},"#
                    + #""movie":{"path":"\#(path)?motion","type":"video/mp4","#
                    + #""size":\#(Self.movie.count)}}"#)
        }
    }

    @Test func theMovieIsServedAsAVideoOfItsOwn() async throws {
        try await withPhoto { visitor, path async throws in
            let target = "/originals/\(path)?motion"
            let whole = try await visitor.get(target)
            #expect(whole.status == 200 && whole.body == Self.movie)
            #expect(whole.headers["content-type"] == "video/mp4")
            #expect(whole.headers["content-disposition"] == nil)
            let size = Self.movie.count
            for (range, part) in [
                ("bytes=0-1", 0..<2), ("bytes=-5", size - 5..<size),
                ("bytes=262000-525000", 262_000..<525_001), ("bytes=5-99999999", 5..<size),
            ] {
                let reply = try await visitor.get(target, headers: ["Range": range])
                #expect(reply.status == 206 && reply.body == Array(Self.movie[part]), "\(range)")
                #expect(
                    reply.headers["content-range"]
                        == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
            }
            let beyond = try await visitor.get(target, headers: ["Range": "bytes=\(size)-"])
            #expect(beyond.status == 416)
            #expect(beyond.headers["content-range"] == "bytes */\(size)")
            #expect(try await visitor.get(target, headers: ["Cookie": ""]).status == 401)
            let original = try await visitor.get("/originals/\(path)")
            #expect(original.body == Self.picture + Self.movie)
        }
    }

    @Test(.enabled(if: Browser.path != nil, "\(Browser.missing)"))
    func theButtonOfTheLargeViewRequestsTheMovie() async throws {
        try await withPhoto { visitor, _ async throws in
            let address = try await onThreadOfItsOwn {
                let browser = try Browser(at: visitor.address)
                try browser.wait(for: "document.querySelectorAll('.live-mark').length === 1")
                _ = try browser.evaluate("document.querySelector('.tile').click()")
                try browser.wait(for: "!document.getElementById('live').hidden")
                _ = try browser.evaluate("document.getElementById('live').click()")
                let request = """
                    performance.getEntriesByType('resource').map(entry => entry.name)
                        .find(name => name.endsWith('?motion'))
                    """
                try browser.wait(for: "!!\(request)")
                return try browser.evaluate(request) as? String
            }
            #expect(address?.hasPrefix(visitor.origin + "/originals/0/aWQ6bS5qcGc/") == true)
        }
    }

    @Test(arguments: [1, 16, 700_011, 705_017, 705_018, .max, 0, -1])
    func bytesThatAreNoMovieAreNotServed(motionLength: Int64) async throws {
        try await withPhoto(motionLength: motionLength) { visitor, path async throws in
            #expect(try await visitor.get("/originals/\(path)?motion").status == 404)
            #expect(!(try await visitor.get("/details/0/aWQ6bS5qcGc").text.contains("movie")))
        }
    }
}
