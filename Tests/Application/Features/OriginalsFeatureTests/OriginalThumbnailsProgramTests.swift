import Foundation
import ProgramTestKit
import StubServers
import Testing

/// The decoders of originals.
enum Decoders {
    static let areInstalled = ["vipsthumbnail", "ffmpeg", "heif-enc"].allSatisfy { name in
        ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + name)
        }
    }
}

extension WholeProgram {
    /// Thumbnails of originals, made by the real decoders.
    @Suite(.enabled(if: Decoders.areInstalled, "needs libvips-tools, ffmpeg and libheif-examples"))
    struct OriginalThumbnailsProgramTests {
        /// Adds a HEIC and a video, which the stub makes no thumbnails of, and a damaged video.
        private func fill(_ play: Playground) async throws {
            let folder = play.path("drawn")
            let script = """
                set -e; mkdir '\(folder)'; cd '\(folder)'
                ffmpeg -nostdin -loglevel error -f lavfi -i testsrc=size=640x480 -frames:v 1 p.png
                heif-enc p.png -o photo.heic >/dev/null
                ffmpeg -nostdin -loglevel error -f lavfi -i testsrc=size=64x48:duration=1:rate=5 \
                    film.mp4
                """
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", script]
            try process.run()
            process.waitUntilExit()
            for name in ["photo.heic", "film.mp4"] {
                let content = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
                try play.stub.apply(.add(path: "/" + name, content: Array(content)))
            }
            try play.stub.apply(.add(path: "/bad.mov", content: Array("#EXTM3U\n/etc/passwd".utf8)))
        }

        private func pictures(_ play: Playground) async throws -> [String: Bool] {
            var found: [String: Bool] = [:]
            for object in try await play.feed() {
                guard let path = object["path"] as? String else { continue }
                found[path] = object["thumbnail"] as? String != nil
            }
            return found
        }

        @Test func aHEICAndAVideoGetThumbnails() async throws {
            let play = try await Playground()
            try await fill(play)
            let run = try await play.sync(
                "library", "--originals", "--to", play.path("photos"))
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("Thumbnails of originals: 2 made, 1 cannot be made."))
            #expect(run.errors.contains("No thumbnail of /bad.mov: no decoder here reads"))
            #expect(
                try await pictures(play)
                    == ["/photo.heic": true, "/film.mp4": true, "/bad.mov": false])
            let second = try await play.sync("library", "--json")
            #expect(second.status == 0, "\(second.errors)")
            #expect(!second.output.contains("original_thumbnail"))
        }

        @Test func withoutTheDecodersEverythingElseWorks() async throws {
            let play = try await Playground()
            try await fill(play)
            let run = try await Program(
                [
                    "sync", "--library", play.path("library"), "--endpoint", play.endpoint,
                    "--originals", "--to", play.path("photos"),
                ], environment: ["PATH": "/nonexistent"]
            ).outcome()
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors.contains("vipsthumbnail is not installed; install libvips-tools"))
            #expect(run.errors.contains("ffmpeg is not installed; install ffmpeg"))
            #expect(try play.names(in: "photos").count == 3)
            let later = try await play.sync("library", "--json")
            let finished = try later.objects().first {
                $0["event"] as? String == "original_thumbnails_finished"
            }
            #expect(finished?["made"] as? Int == 2)
        }
    }
}
