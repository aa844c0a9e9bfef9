import Foundation
import PhotoFeedTestKit
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// Thumbnails of a WebDAV server, which makes none.
    @Suite struct WebDAVPreviewsTests {
        private func withStub(
            _ abilities: WebDAVStubConfiguration.Abilities = .plain,
            _ body: (Playground, WebDAVStub, _ run: ([String]) async throws -> Program.Outcome)
                async throws -> Void
        ) async throws {
            let play = try await Playground()
            var configuration = WebDAVStubConfiguration(photos: 0)
            configuration.abilities = abilities
            let stub = WebDAVStub(configuration)
            let address = try await stub.start()
            try await body(play, stub) { options in
                let command = options.first == "plan" ? ["plan", "--json"] : ["sync"]
                return try await Program(
                    command + [
                        "--provider", "webdav", "--endpoint", address, "--user", "ada",
                        "--library", play.path("library"),
                    ] + options.drop { $0 == "plan" }
                ).outcome()
            }
            await stub.stop()
        }

        @Test func theThumbnailOfTheCameraIsReadByOneRequest() async throws {
            try await withStub { play, stub, sync in
                let photo = CameraPhoto.bytes(taken: "2024:06:01 12:30:45", length: 3 << 20)
                try stub.apply(.add(path: "/a b.jpg", content: photo))
                try stub.apply(.add(path: "/film.mp4", content: Array("a film".utf8)))
                let run = try await sync([])
                #expect(run.status == 0, "\(run.errors)")
                #expect(run.output.contains("Thumbnails of originals: 1 made."))
                #expect(!run.output.contains("camera's date"), "\(run.output)")
                let items = try await play.feed()
                let item = try #require(items.first { $0["name"] as? String == "a b.jpg" })
                #expect(try play.thumbnail(of: item) == Data(CameraPhoto.thumbnail))
                #expect(item["taken"] as? String == "2024-06-01T12:30:45")
                #expect(stub.requestCounts["GET"] == 1)
                #expect(try await sync([]).status == 0)
                #expect(stub.requestCounts["GET"] == 1)
            }
        }

        /// The first sync of a server that makes no thumbnails says what gives them, in one line.
        @Test func aServerWithoutThumbnailsIsNamedOnceWithTheRemediesAndTheirCosts() async throws {
            try await withStub { _, stub, sync in
                for number in 0..<30 {
                    try stub.apply(
                        .add(path: "/\(number).jpg", content: Array(repeating: 7, count: 1_000)))
                }
                let photo = CameraPhoto.bytes(orientation: 1, length: 3 << 20)
                try stub.apply(.add(path: "/a.jpg", content: photo))
                let run = try await sync([])
                #expect(run.status == 0, "\(run.errors)")
                #expect(!run.errors.contains("No thumbnail of"), "\(run.errors)")
                for text in [
                    "31 added", "31 photos and videos: 1 with a thumbnail, 30 without a thumbnail.",
                    "sync --previews makes them of 30 files (at most 30.0 kB)",
                    "sync --originals --to DIR of all 31 (3.2 MB)",
                ] {
                    #expect(run.output.contains(text), "\(run.output)")
                }
                let again = try await sync([])
                #expect(again.status == 0 && !again.output.contains("--previews"), "\(again)")
            }
        }

        /// The plan of a server that makes previews, and of one that makes none.
        @Test(arguments: [true, false])
        func theSyncAfterThePlanSendsItsRequests(_ makesPreviews: Bool) async throws {
            try await withStub(makesPreviews ? .nextcloud : .plain) { play, stub, run in
                func compare(previews: Int, _ options: [String] = []) async throws {
                    let plan = try await run(["plan"] + options).objects()[0]
                    try stub.apply(.clearRequests)
                    let outcome = try await run(options)
                    #expect(outcome.status == 0, "\(outcome)")
                    let sent = stub.requestCounts.values.reduce(0, +)
                    #expect(plan["requests"] as? Int == sent, "\(plan), \(stub.requestCounts)")
                    #expect(plan["previews"] as? Int == previews, "\(plan)")
                    #expect((plan["preview_bytes"] as? Int ?? 0 > 0) == (previews > 0), "\(plan)")
                }
                try stub.apply(.addPhotos(folder: "/trip", count: 12))
                let previews = makesPreviews ? 0 : 12
                try await compare(previews: 0, ["--no-thumbnails"])
                try await compare(previews: previews)
                try await compare(previews: 0)
                try stub.apply(.addPhotos(folder: "/trip", count: 4))
                try await compare(previews: previews / 3)
            }
        }

        @Test func theFirstSyncOfAServerWithPreviewsSaysWhereTheDatesAre() async throws {
            try await withStub(.nextcloud) { _, stub, sync in
                try stub.apply(.addPhotos(folder: "/trip", count: 12))
                let first = try await sync([])
                #expect(
                    first.output.contains("12 photos is that of the file")
                        && first.output.contains("sync --originals --to DIR reads it"),
                    "\(first.output)")
                try stub.apply(.addPhotos(folder: "/later", count: 1))
                let second = try await sync([])
                #expect(!second.output.contains("camera's date"), "\(second.output)")
            }
        }

        @Test func previewsWithMediaInfoAreRequestedOnce() async throws {
            try await withStub(.nextcloud) { _, stub, sync in
                try stub.apply(.addPhotos(folder: "/trip", count: 12))
                for _ in 0..<2 {
                    let run = try await sync(["--media-info"])
                    #expect(run.status == 0, "\(run.errors)")
                    #expect(stub.requestCounts["GET preview"] == 12)
                }
            }
        }

        /// A proxy in front of the server may ask for a sign-in for a while.
        @Test func redirectedPreviewsAreRequestedAgainByTheNextRun() async throws {
            try await withStub(.nextcloud) { _, stub, sync in
                try stub.apply(.addPhotos(folder: "/trip", count: 12))
                try stub.apply(
                    .fault(
                        .init(
                            route: "GET preview", count: 99,
                            effect: .status(302, headers: ["Location": "https://a.example/"]))))
                #expect(try await sync([]).status == 76)
                try stub.apply(.clearFaults)
                let run = try await sync([])
                #expect(run.status == 0, "\(run.errors)")
                #expect(run.output.contains("12 with a thumbnail, 0 without"), "\(run.output)")
                #expect(!run.output.contains("camera's date"), "\(run.output)")
            }
        }

        @Test func noThumbnailsMeansNoRequests() async throws {
            try await withStub { _, stub, sync in
                try stub.apply(.add(path: "/a.jpg", content: CameraPhoto.bytes()))
                let run = try await sync(["--no-thumbnails"])
                #expect(run.status == 0, "\(run.errors)")
                #expect(stub.requestCounts["GET"] == nil)
                #expect(try await sync(["--no-thumbnails", "--previews"]).status == 64)
            }
        }

        @Test(.enabled(if: Decoders.areInstalled, "needs libvips-tools"))
        func aWholeFileIsReadOnRequest() async throws {
            try await withStub { play, stub, sync in
                // A PNG of one pixel.
                let text =
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA"
                    + "WjR9awAAAABJRU5ErkJggg=="
                let png = try #require(Data(base64Encoded: text))
                try stub.apply(.add(path: "/a.png", content: Array(png)))
                #expect(try await sync([]).status == 0)
                let error = try await play.feed()[0]["thumbnail_error"] as? String
                #expect(error == "no_embedded_thumbnail")
                let run = try await sync(["--previews"])
                #expect(run.status == 0, "\(run.errors)")
                #expect(run.output.contains("1 with a thumbnail, 0 without"), "\(run.output)")
                let picture = try #require(try play.thumbnail(of: try await play.feed()[0]))
                #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]))
            }
        }
    }
}
