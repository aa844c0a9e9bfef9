import Foundation
import LoopbackTestKit
import Originals
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import Testing

@testable import ServeFeature

/// Originals that are on the machine of the server.
@Suite struct OriginalRequestTests {
    /// A file in the folder of temporary files, as the original of the first photo.
    private static func withOriginal(
        _ content: [UInt8], named name: String = "a.jpg",
        _ body: (Visitor, OriginalFile, _ path: String) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/original-\(UUID().uuidString)"
        try Data(content).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try #require(OriginalFile(path: path, name: name))
        try await withFeedServer(originals: { node in
            node.name == "a.jpg" ? OriginalFile(path: path, name: name) : nil
        }) { visitor async throws in
            try await body(visitor, file, "/originals/0/aWQ6YS5qcGc/\(file.version)")
        }
    }

    private static let video =
        [0, 0, 0, 16] + Array("ftypisom".utf8) + (0..<700_000).map { UInt8(truncatingIfNeeded: $0) }

    @Test func thePageIsToldWhetherTheOriginalIsHere() async throws {
        try await Self.withOriginal(Samples.pixel) { visitor, file, _ async throws in
            let reply = try await visitor.get("/details/0/aWQ6YS5qcGc")
            let path = "0/aWQ6YS5qcGc/\(file.version)"
            #expect(
                reply.text == #"{"original":{"path":"\#(path)","type":"image/gif","size":42}}"#)
            for other in ["/details/0/aWQ6Yy5qcGc", "/details/0/eA", "/details/7/aWQ6YS5qcGc"] {
                #expect(try await visitor.get(other).text == "{}", "\(other)")
            }
        }
    }

    @Test func aRangeIsAPartOfTheFile() async throws {
        let content = Self.video
        try await Self.withOriginal(content) { visitor, file, path async throws in
            let whole = try await visitor.get(path)
            #expect(whole.status == 200 && whole.body == content)
            #expect(whole.headers["content-type"] == "video/mp4")
            #expect(whole.headers["accept-ranges"] == "bytes")
            #expect(whole.headers["content-disposition"] == nil)
            let size = content.count
            for (range, part) in [
                ("bytes=0-1", 0..<2), ("bytes=699000-", 699_000..<size),
                ("bytes=-5", size - 5..<size),
                ("bytes=262000-525000", 262_000..<525_001), ("bytes=5-99999999", 5..<size),
            ] {
                let reply = try await visitor.get(path, headers: ["Range": range])
                #expect(reply.status == 206 && reply.body == Array(content[part]), "\(range)")
                #expect(
                    reply.headers["content-range"]
                        == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
            }
            let beyond = try await visitor.get(path, headers: ["Range": "bytes=\(size)-"])
            #expect(beyond.status == 416 && beyond.body.isEmpty)
            #expect(beyond.headers["content-range"] == "bytes */\(size)")
            for range in ["bytes=0-1,4-5", "bytes=2-1", "lines=0-1"] {
                let reply = try await visitor.get(path, headers: ["Range": range])
                #expect(reply.status == 200 && reply.body.count == size, "\(range)")
            }
        }
    }

    @Test func aRangeOfAnotherVersionIsTheWholeFile() async throws {
        try await Self.withOriginal(Self.video) { visitor, file, path async throws in
            for (condition, status) in [
                ("\"\(file.version)\"", 206), ("\"0\"", 200), ("W/\"\(file.version)\"", 200),
            ] {
                let fields = ["Range": "bytes=0-1", "If-Range": condition]
                #expect(
                    try await visitor.get(path, headers: fields).status == status, "\(condition)")
            }
            let known = ["If-None-Match": "\"0\", \"\(file.version)\"", "Range": "bytes=0-1"]
            let reply = try await visitor.get(path, headers: known)
            #expect(reply.status == 304 && reply.body.isEmpty)
        }
    }

    @Test func aHeadHasTheFieldsOfTheWholeFile() async throws {
        try await Self.withOriginal(Self.video) { visitor, _, path async throws in
            let head = try await visitor.get(
                path, method: "HEAD", headers: ["Range": "bytes=0-1"])
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.headers["content-length"] == "\(Self.video.count)")
            #expect(head.headers["accept-ranges"] == "bytes")
        }
    }

    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "<html><script>", "",
        "%PDF-1.4", "\u{0}\u{0}\u{0}\u{18}ftypheic\u{0}\u{0}", "RIFF1234AVI ",
    ])
    func anotherFormatIsADownload(content: String) async throws {
        let name = "b\"; x=<ä>.svg"
        let bytes = Array(content.utf8)
        try await Self.withOriginal(bytes, named: name) { visitor, _, path async throws in
            let reply = try await visitor.get(path)
            #expect(reply.status == 200)
            #expect(reply.headers["content-type"] == "application/octet-stream")
            #expect(
                reply.headers["content-disposition"]
                    == "attachment; filename=\"b___x_____.svg\"; "
                    + "filename*=UTF-8''b%22%3B%20x%3D%3C%C3%A4%3E.svg")
            #expect(reply.headers["x-content-type-options"] == "nosniff")
            let details = try await visitor.get("/details/0/aWQ6YS5qcGc")
            #expect(details.text.contains(#""type":"""#))
        }
    }

    @Test func aDownloadHasItsName() async throws {
        try await Self.withOriginal(Samples.pixel) { visitor, _, path async throws in
            let reply = try await visitor.get(path + "?download")
            #expect(reply.headers["content-type"] == "image/gif")
            #expect(reply.headers["content-disposition"]?.hasPrefix("attachment; ") == true)
        }
    }

    @Test func nothingElseIsServed() async throws {
        try await Self.withOriginal(Samples.pixel) { visitor, file, path async throws in
            #expect(try await visitor.get(path, headers: ["Cookie": ""]).status == 401)
            #expect(
                try await visitor.get(path, headers: ["Sec-Fetch-Site": "same-site"]).status == 403)
            for other in [
                "/originals/0/aWQ6YS5qcGc/0", "/originals/1/aWQ6YS5qcGc/\(file.version)",
                "/originals/0/aWQ6Yy5qcGc/\(file.version)", "/originals/0/aWQ6YS5qcGc",
                "/originals/0/aWQ6YS5qcGc/\(file.version)/x", "/originals/0/..%2f/\(file.version)",
                "/details/0", "/details/0/aWQ6YS5qcGc/x",
            ] {
                #expect(try await visitor.get(other).status == 404, "\(other)")
            }
            #expect(try await visitor.get(path, method: "POST").status == 405)
        }
    }

    @Test(.enabled(if: Browser.path != nil, "\(Browser.missing)"))
    func theLargeViewShowsTheOriginalAndOffersIt() async throws {
        try await Self.withOriginal(Samples.pixel) { visitor, file, path async throws in
            let (link, note, complaints) = try await onThreadOfItsOwn {
                let browser = try Browser(at: visitor.address)
                try browser.wait(for: "document.querySelectorAll('.tile[title]').length === 3")
                try browser.press("ArrowRight", code: 39)
                try browser.press("Enter", code: 13)
                try browser.wait(
                    for: "document.querySelector('#stage img')?.src.endsWith('\(path)')")
                let link = try browser.evaluate("document.querySelector('#original a').href")
                try browser.press("ArrowRight", code: 39)
                try browser.wait(
                    for: "document.getElementById('original').textContent.includes('not on')")
                let note = try browser.evaluate("document.getElementById('original').textContent")
                return (link as? String, note as? String, browser.complaints)
            }
            #expect(link == visitor.origin + path + "?download")
            #expect(note == "The original video is not on this machine.")
            // The thumbnails of the samples are not pictures that a browser can decode.
            #expect(complaints == [])
        }
    }

    /// Each photo has a small thumbnail, which its original replaces; the last one has none.
    @Test(.enabled(if: Browser.path != nil, "\(Browser.missing)"))
    func theLargeViewFitsEachOriginalIntoEachWindow() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/originals-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sizes = Browser.pictureSizes + [(1, 1)]
        for (number, size) in sizes.enumerated() {
            try Data(Browser.gif(size.0, size.1)).write(to: URL(filePath: "\(folder)/p\(number)"))
        }
        let library: @Sendable () -> LibraryStub = {
            let photos = sizes.indices.map { Samples.photo("p\($0)", at: Samples.june - Int64($0)) }
            let library = Samples.library(photos, picture: Samples.pixel)
            let last = library.items.removeLast()
            library.items.append(
                FeedItem(node: last.node, displayPath: last.displayPath, thumbnail: .pending))
            return library
        }
        try await withFeedServer(
            { [library()] },
            originals: {
                $0.name == "p5" ? nil : .init(path: "\(folder)/\($0.name)", name: $0.name)
            }
        ) { visitor async throws in
            let faults = try await onThreadOfItsOwn {
                let browser = try Browser(at: visitor.address)
                try browser.wait(for: "document.querySelectorAll('.tile[title]').length === 6")
                try browser.evaluate("document.querySelector('.tile').click()")
                return try sizes.enumerated().flatMap { number, size in
                    let shown =
                        number < 5
                        ? "document.querySelector('#stage img')?.naturalWidth === \(size.0)"
                        : "document.getElementById('original').textContent.includes('not on')"
                    try browser.wait(for: shown)
                    let faults = try browser.largeViewFaults()
                    try browser.press("ArrowRight", code: 39)
                    return faults.map { "picture \(number), \($0)" } + browser.complaints
                }
            }
            #expect(faults == [])
        }
    }
}
