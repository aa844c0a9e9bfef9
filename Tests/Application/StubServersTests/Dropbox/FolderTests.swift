import Foundation
import LoopbackTestKit
import StubServers
import Testing

@Suite struct FolderTests {
    private func withFolder(
        _ body: (URL, DropboxStub, StubClient) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "photopark-folder-\(UUID().uuidString)")
        let root = folder.appending(path: "root")
        try FileManager.default.createDirectory(
            at: root.appending(path: "Trip/Day 1"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("secret".utf8).write(to: folder.appending(path: "secret.jpg"))
        try Data("one".utf8).write(to: root.appending(path: "Trip/Day 1/One.jpg"))
        try Data(repeating: 7, count: 9_000_000).write(to: root.appending(path: "long.jpg"))
        try FileManager.default.createSymbolicLink(
            at: root.appending(path: "link.jpg"),
            withDestinationURL: folder.appending(path: "secret.jpg"))
        try FileManager.default.createSymbolicLink(
            at: root.appending(path: "out"), withDestinationURL: folder)
        let stub = DropboxStub(DropboxStubConfiguration(source: .folder(root)))
        let client = StubClient(raw: RawClient(port: try await stub.start()))
        do {
            try await body(root, stub, client)
        } catch {
            await stub.stop()
            throw error
        }
        await stub.stop()
    }

    private static let everything = #"{"path": "", "recursive": true}"#

    @Test func filesAreServedAsTheyAreAndLinksNotAtAll() async throws {
        try await withFolder { root, _, client in
            let listing = try await client.call("files/list_folder", Self.everything)
            let paths = listing.entries.compactMap { $0["path_display"] as? String }
            #expect(
                Set(paths) == ["/Trip", "/Trip/Day 1", "/Trip/Day 1/One.jpg", "/long.jpg"])
            let long = try #require(listing.entries.first { $0["name"] as? String == "long.jpg" })
            let bytes = [UInt8](try Data(contentsOf: root.appending(path: "long.jpg")))
            #expect(long["size"] as? Int == 9_000_000)
            #expect(long["content_hash"] as? String == ContentTests.contentHash(bytes))
            let download = try await client.content("files/download", #"{"path": "/LONG.jpg"}"#)
            #expect(download.body == bytes)
            let part = try await client.content(
                "files/download", #"{"path": "/long.jpg"}"#, headers: ["Range": "bytes=-5"])
            #expect(part.body == [7, 7, 7, 7, 7])
            let linked = try await client.content("files/download", #"{"path": "/link.jpg"}"#)
            #expect(linked.errorTags == "path/not_found")
        }
    }

    @Test func changesOnTheDiskAreChangesForClients() async throws {
        try await withFolder { root, _, client in
            var mirror = Mirror()
            var (_, cursor) = try await client.list(Self.everything, into: &mirror)
            let before = mirror.entries["/trip/day 1/one.jpg"]?.split(separator: " ")
            try Data("two".utf8).write(to: root.appending(path: "Two.jpg"))
            try FileManager.default.removeItem(at: root.appending(path: "long.jpg"))
            try FileManager.default.moveItem(
                at: root.appending(path: "Trip/Day 1/One.jpg"),
                to: root.appending(path: "Trip/Uno.jpg"))
            cursor = try await client.resume(cursor, into: &mirror).cursor
            #expect(mirror.files == ["/trip/uno.jpg", "/two.jpg"])
            let after = mirror.entries["/trip/uno.jpg"]?.split(separator: " ")
            #expect(before?[1] == after?[1])
            let (pages, _) = try await client.resume(cursor, into: &mirror)
            #expect(pages == 1)
            var fresh = Mirror()
            _ = try await client.list(Self.everything, into: &fresh)
            #expect(mirror == fresh)
        }
    }

    @Test func aFileThatBecameALinkIsNotServed() async throws {
        try await withFolder { root, _, client in
            _ = try await client.call("files/list_folder", Self.everything)
            let file = root.appending(path: "Trip/Day 1/One.jpg")
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createSymbolicLink(
                at: file, withDestinationURL: root.appending(path: "../secret.jpg"))
            let response = try await client.content(
                "files/download", #"{"path": "/Trip/Day 1/One.jpg"}"#)
            #expect(!response.text.contains("secret"))
            #expect(!response.isWhole || response.status == 409)
        }
    }

    @Test func restartedStubsGiveUpTheCursorsOfAFolder() async throws {
        var cursor = ""
        try await withFolder { _, _, client in
            cursor = try await client.call("files/list_folder", Self.everything).cursor
        }
        try await withFolder { _, _, client async throws in
            #expect(try await client.next(cursor).errorTags == "reset")
        }
    }

    @Test func aStubThatIsStartedAgainOverTheSameFolderTellsTheSame() async throws {
        try await withFolder { root, _, client in
            var first = Mirror()
            _ = try await client.list(Self.everything, into: &first)
            // Another file, listed before the others, leaves theirs as they are.
            try Data("a".utf8).write(to: root.appending(path: "a.jpg"))
            let again = DropboxStub(DropboxStubConfiguration(source: .folder(root)))
            let other = StubClient(raw: RawClient(port: try await again.start()))
            var second = Mirror()
            _ = try await other.list(Self.everything, into: &second)
            await again.stop()
            #expect(second.entries["/a.jpg"] != nil)
            for (path, entry) in first.entries { #expect(second.entries[path] == entry) }
        }
    }

    @Test func aChangedFilesFormerRevisionIsNotFound() async throws {
        try await withFolder { root, _, client in
            let before = try await client.call(
                "files/get_metadata", #"{"path": "/Trip/Day 1/One.jpg"}"#)
            let rev = try #require(before.object["rev"] as? String)
            try Data("changed".utf8).write(to: root.appending(path: "Trip/Day 1/One.jpg"))
            _ = try await client.call("files/list_folder", Self.everything)
            let response = try await client.content("files/download", #"{"path": "rev:\#(rev)"}"#)
            #expect(response.errorTags == "path/not_found")
        }
    }

    /// Runs a program that makes a file; `false` where it is not installed.
    private func make(_ command: String, in folder: URL) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "cd \"$0\" && \(command) >/dev/null 2>&1", folder.path]
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    private func media(_ client: StubClient, _ path: String) async throws -> [String: Any]? {
        _ = try await client.call("files/list_folder", Self.everything)
        let response = try await client.call(
            "files/get_metadata", #"{"path": "\#(path)", "include_media_info": true}"#)
        return (response.object["media_info"] as? [String: Any])?["metadata"] as? [String: Any]
    }

    @Test(.enabled(if: Tools.have("ffmpeg"), "needs ffmpeg"))
    func aVideoHasASizeAndADurationAndNoThumbnail() async throws {
        try await withFolder { root, _, client in
            #expect(
                try make(
                    "ffmpeg -f lavfi -i testsrc=duration=2:size=64x48:rate=5 film.mp4", in: root))
            let media = try await media(client, "/film.mp4")
            #expect(media?[".tag"] as? String == "video")
            #expect(media?["duration"] as? Int == 2000)
            #expect((media?["dimensions"] as? [String: Int]) == ["width": 64, "height": 48])
            let thumbnail = try await client.content(
                "files/get_thumbnail", #"{"path": "/film.mp4"}"#)
            #expect(thumbnail.errorTags == "unsupported_extension")
        }
    }

    @Test(.enabled(if: Tools.have("heif-enc"), "needs heif-enc of libheif-examples"))
    func aHEICHasASizeAndNoThumbnail() async throws {
        try await withFolder { root, _, client in
            try Self.turnedJPEG().write(to: root.appending(path: "source.jpg"))
            #expect(try make("heif-enc source.jpg -o photo.heic", in: root))
            let media = try await media(client, "/photo.heic")
            #expect(media?[".tag"] as? String == "photo")
            #expect((media?["dimensions"] as? [String: Int])?.count == 2)
            let thumbnail = try await client.content(
                "files/get_thumbnail", #"{"path": "/photo.heic"}"#)
            #expect(thumbnail.errorTags == "unsupported_extension")
        }
    }

    /// A picture of 16 by 8 pixels that its Exif data turn by 90 degrees, taken on 2024-05-31 at
    /// 23:30.
    private static func turnedJPEG() throws -> Data {
        try #require(Data(base64Encoded: turned))
    }

    private static let turned = """
        /9j/4QDGRXhpZgAATU0AKgAAAAgAAwESAAMAAAABAAYAAIdpAAQAAAABAAAAMoglAAQAAAABAAAAWAAAAAAAAZAD\
        AAIAAAAUAAAARAAAAAAyMDI0OjA1OjMxIDIzOjMwOjAwAAAEAAEAAgAAAAJOAAAAAAIABQAAAAMAAACOAAMAAgAA\
        AAJXAAAAAAQABQAAAAMAAACmAAAAAAAAACUAAAABAAAAHgAAAAEAAAAAAAAAAQAAAH4AAAABAAAALQAAAAEAAAAA\
        AAAAAf/bAEMACD4+ST5JVVVVVVVVZF1kaGhoZGRkZGhoaHBwcIODg3BwcGhocHB8fIODj5OPh4eDh5OTm5uburqy\
        stnZ4P/////EAGoAAQEBAAAAAAAAAAAAAAAAAAcCBgEBAQEBAAAAAAAAAAAAAAAABQcDBhAAAQMEAwEAAAAAAAAA\
        AAAAAhEAATIxEwNRIWFBEQABAwIGAwEBAAAAAAAAAAABAAIREgNxUTMxIQShYYHRE//AABEIAAgAEAMBEgACEgAD\
        EgD/2gAMAwEAAhEDEQA/AMvGssUdffGkjQLUs3WNJBPM5HLBSAaiRe6hpDjHDYHuok+IQXb3UZBjbErZVvwz8qyf\
        X27VxokiBiP1Wc6aTtCv+kczTT83WvU2X//Z
        """

    @Test func exifDataAreHonoured() async throws {
        try await withFolder { root, _, client in
            try Self.turnedJPEG().write(to: root.appending(path: "turned.jpg"))
            let media = try await media(client, "/turned.jpg")
            #expect((media?["dimensions"] as? [String: Int]) == ["width": 8, "height": 16])
            #expect(media?["time_taken"] as? String == "2024-05-31T23:30:00Z")
            let place = media?["location"] as? [String: Double]
            #expect(place == ["latitude": 37.5, "longitude": -126.75])
            let thumbnail = try await client.content(
                "files/get_thumbnail", #"{"path": "/turned.jpg", "format": "png"}"#)
            // The header of a PNG: width and height in 32 bits each.
            #expect(Array(thumbnail.body[16..<24]) == [0, 0, 0, 8, 0, 0, 0, 16])
        }
    }

    @Test func twoNamesOfAFileAreTwoFiles() async throws {
        try await withFolder { root, stub, client in
            try FileManager.default.linkItem(
                at: root.appending(path: "Trip/Day 1/One.jpg"), to: root.appending(path: "Uno.jpg"))
            let listing = try await client.call("files/list_folder", Self.everything)
            let files = listing.entries.filter { $0[".tag"] as? String == "file" }
            #expect(files.count == 3)
            #expect(Set(files.compactMap { $0["id"] as? String }).count == 3)
            #expect(stub.hiddenCount == 0)
        }
    }

    @Test func namesThatDropboxCannotTellApartAreCounted() async throws {
        try await withFolder { root, stub, client in
            for name in ["LONG.jpg", "\u{E9}.jpg", "e\u{301}.jpg"] {
                try Data("x".utf8).write(to: root.appending(path: name))
            }
            let isUTF8 = Array((root.path + "/").utf8CString.dropLast())
            let name = isUTF8 + [CChar(bitPattern: 0xFF)] + ".jpg".utf8CString
            let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
            #expect(descriptor >= 0)
            close(descriptor)
            let listing = try await client.call("files/list_folder", Self.everything)
            #expect(listing.entries.count { $0[".tag"] as? String == "file" } == 3)
            #expect(stub.hiddenCount == 3)
        }
    }

    @Test func aNameMayBeginWithACombiningMark() async throws {
        try await withFolder { root, _, client in
            let names = ["\u{301}a.jpg", "\u{301}b.jpg"]
            for path in ["/" + names[0], "/Trip/" + names[1]] {
                try Data("x".utf8).write(to: URL(filePath: root.path + path))
            }
            let listing = try await client.call("files/list_folder", Self.everything)
            let listed = listing.entries.compactMap { $0["name"] as? String }
            #expect(names.allSatisfy { listed.contains($0) }, "\(listed)")
            for path in [#"/\u0301a.jpg"#, #"/Trip//\u0301b.jpg"#] {
                let file = try await client.content("files/download", #"{"path": "\#(path)"}"#)
                #expect(file.body == [UInt8(ascii: "x")])
            }
        }
    }

    @Test func filesOfAnyDateAndSizeAreServed() async throws {
        try await withFolder { root, _, client in
            let file = root.appending(path: "Trip/Day 1/One.jpg").path
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 10_413_792_000)],
                ofItemAtPath: file)
            for (name, size) in [("empty.jpg", 0), ("huge.jpg", 600_000_000)] {
                try Data().write(to: root.appending(path: name))
                #expect(truncate(root.appending(path: name).path, size) == 0)
            }
            _ = try await client.call("files/list_folder", #"{"path": "/Trip"}"#)
            let old = try await client.call(
                "files/get_metadata", #"{"path": "/Trip/Day 1/One.jpg"}"#)
            #expect(old.object["client_modified"] as? String == "2300-01-01T00:00:00Z")
            for name in ["empty.jpg", "huge.jpg"] {
                let response = try await client.content(
                    "files/get_thumbnail", #"{"path": "/\#(name)"}"#)
                #expect(response.errorTags == "unsupported_image")
            }
        }
    }
}

/// Programs that a test needs and that not every machine has.
private enum Tools {
    static func have(_ name: String) -> Bool {
        ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }
}
