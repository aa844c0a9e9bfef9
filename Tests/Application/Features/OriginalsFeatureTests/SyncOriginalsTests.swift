import Foundation
import Originals
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark sync --originals` against a server.
    @Suite struct SyncOriginalsTests {
        @Test func theFilesOfTheServerArriveWithItsHashes() async throws {
            let play = try await Playground(photos: 40)
            let run = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("photos"))
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("40 downloaded"))
            #expect(!run.output.contains("resumed"))
            #expect(try play.hashes(in: "photos") == play.serverHashes)
            let downloads = play.stub.requestCount(route: "files/download")
            #expect(downloads == 40)

            let second = try await play.sync("library", "--no-thumbnails")
            #expect(second.status == 0, "\(second.errors)")
            #expect(second.output.contains("40 already there"))
            #expect(play.stub.requestCount(route: "files/download") == downloads)
        }

        @Test func aFolderThatCannotBeCreatedIs73() async throws {
            let play = try await Playground(photos: 1)
            let link = play.path("link")
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: play.path("nothing/deeper"))
            let run = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", link)
            #expect(run.status == 73, "\(run.errors)")
        }

        @Test func aDeletedFileIsDownloadedAgainAndAChangedOneBesideTheOld() async throws {
            let play = try await Playground()
            try play.stub.apply(.add(path: "/a.jpg", content: Array("first".utf8)))
            try play.stub.apply(.add(path: "/b.jpg", content: Array("other".utf8)))
            let options = ["--no-thumbnails", "--originals", "--to", play.path("photos")]
            _ = try await play.sync(options: options + ["--layout", "{stem}.{ext}"])
            try FileManager.default.removeItem(atPath: play.path("photos/b.jpg"))
            try play.stub.apply(.change(path: "/a.jpg", content: Array("second".utf8)))
            let run = try await play.sync("library", "--no-thumbnails", "--originals")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try play.hashes(in: "photos") == play.serverHashes)
            #expect(play.stub.requestCount(route: "files/download") == 4)
        }

        @Test func theOptionsSelectTheFiles() async throws {
            let play = try await Playground()
            for path in ["/a.jpg", "/b.mp4", "/x/c.jpg"] {
                try play.stub.apply(.add(path: path, content: Array(path.utf8)))
            }
            let run = try await play.sync(
                options: [
                    "--no-thumbnails", "--originals", "--to", play.path("photos"), "--kind",
                    "photo", "--exclude", "/x/**", "--layout", "{folder}/{stem}.{ext}",
                ])
            #expect(run.status == 0, "\(run.errors)")
            #expect(try play.names(in: "photos") == ["a.jpg"])
        }

        @Test(arguments: OriginalsChoice.FileTime.allCases)
        func eachTimeOfFilesCanBeChosen(_ time: OriginalsChoice.FileTime) async throws {
            let play = try await Playground(photos: 1)
            let run = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("photos"),
                "--mtime", time.rawValue)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try OriginalsReader(library: play.path("library")).choice()?.fileTime == time)
        }

        @Test func eventsCarryTheCounts() async throws {
            let play = try await Playground(photos: 3)
            let run = try await play.sync(
                "library", "--no-thumbnails", "--json", "--originals", "--to", play.path("photos"))
            let objects = try run.objects()
            let finished = objects.first { $0["event"] as? String == "originals_finished" }
            #expect(finished?["downloaded"] as? Int == 3)
            #expect(finished?["resumed"] as? Int == 0)
            #expect(finished?["failed"] as? Int == 0)
        }

        @Test(arguments: [
            ["--originals"], ["--to", "photos"], ["--originals", "--layout", "{stem}"],
            ["--originals", "--to", "photos", "--layout", "{years}"],
            ["--originals", "--to", "photos", "--layout", "../{stem}"],
            ["--originals", "--to", "photos", "--max-bytes", "x"],
            ["--originals", "--to", "photos", "--mtime", "created"], ["--mtime", "taken"],
        ])
        func wrongOptionsAreRefused(_ options: [String]) async throws {
            let play = try await Playground()
            let run = try await play.sync(options: options)
            #expect(run.status == 64, "\(run.errors)")
        }

        @Test func aFileThatTheServerLacksIsAPartialSuccess() async throws {
            let play = try await Playground()
            try play.stub.apply(.add(path: "/a.jpg", content: Array("a".utf8)))
            try play.stub.apply(.add(path: "/b.jpg", content: Array("b".utf8)))
            try play.stub.apply(
                .fault(
                    InjectedFault(
                        route: "files/download", count: 1,
                        effect: .status(
                            409,
                            body: #"{"error_summary": "path/not_found/..", "error": "#
                                + #"{".tag": "path", "path": {".tag": "not_found"}}}"#))))
            let run = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("photos"))
            #expect(run.status == 3, "\(run.errors)")
            #expect(run.errors.contains("not_found"))
            #expect(try play.names(in: "photos").count == 1)
        }

        // dbxfs#25: wrong bytes were not noticed.
        @Test func wrongContentIsRequestedAgain() async throws {
            let play = try await Playground(photos: 2)
            try play.stub.apply(
                .fault(InjectedFault(route: "files/download", count: 1, effect: .wrongHash)))
            let run = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("photos"))
            #expect(run.status == 0, "\(run.errors)")
            #expect(try play.hashes(in: "photos") == play.serverHashes)
            #expect(play.stub.requestCount(route: "files/download") == 3)
        }

        @Test func aRefusalBecauseOfLoadHoldsAllDownloadsAndLosesNone() async throws {
            let play = try await Playground(photos: 40)
            try play.stub.apply(
                .fault(
                    InjectedFault(
                        route: "files/download", skip: 5,
                        effect: .status(429, headers: ["Retry-After": "1"]))))
            let run = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("photos"))
            #expect(run.status == 0, "\(run.errors)")
            #expect(try play.hashes(in: "photos") == play.serverHashes)
            let requests = play.stub.requests.filter { $0.route == "files/download" }
            #expect(requests.count { $0.status == 200 } == 40, "a file was sent twice")
            #expect(requests.count == 41)
            let refused = try #require(requests.first { $0.status == 429 })
            // Only the downloads that were under way are not held.
            let held = requests.filter { $0.arrival - refused.arrival >= .seconds(1) }
            #expect(held.count >= 20, "\(requests)")
        }

        @Test(
            .enabled("the program has no status") {
                try await Program.has("status")
            })
        func aRunWithWrongOriginalsIsRecordedAsFailed() async throws {
            let play = try await Playground(photos: 3)
            try play.stub.apply(
                .fault(InjectedFault(route: "files/download", count: 9, effect: .wrongHash)))
            let run = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("photos"))
            #expect(run.status == 76, "\(run.errors)")
            let syncs = try await Self.syncs(of: play)
            #expect(syncs.count == 1)
            #expect(syncs.first?["outcome"] as? String == "failed")
            #expect(syncs.first?["error"] as? String == "malformedAnswer")
        }

        /// The recorded runs of the library, newest first.
        private static func syncs(of play: Playground) async throws -> [[String: AnyHashable]] {
            let status = try await Program.run(
                "status", "--json", "--library", play.path("library")
            ).objects()
            return try #require(status.first?["syncs"] as? [[String: AnyHashable]])
        }

        @Test(
            .enabled("the program has no status") {
                try await Program.has("status")
            }, arguments: [true, false])
        func aRunThatLeavesOriginalsToTheNextOneIsInterrupted(_ isByBytes: Bool) async throws {
            let play = try await Playground(photos: 9)
            let bytes = play.stub.files.values.map(\.size).reduce(0, +)
            let limit =
                isByBytes ? ["--max-bytes", "\(bytes - 1)"] : ["--max-requests", "3"]
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let options = ["--no-thumbnails", "--originals", "--to", play.path("photos")]
            let stopped = try await play.sync("library", options: options + limit)
            #expect(stopped.status == 3, "\(stopped)")
            let before = try await Self.syncs(of: play).map { $0["outcome"] as? String }
            #expect(before == ["interrupted", "finished"])
            #expect(try await play.sync("library", options: options).status == 0)
            let after = try await Self.syncs(of: play).map { $0["outcome"] as? String }
            #expect(after == ["finished", "interrupted", "finished"])
        }

        @Test(
            .enabled("the program has no status") {
                try await Program.has("status")
            })
        func aRunThatNoLaterOneContinuesIsFinished() async throws {
            let play = try await Playground(photos: 3)
            let run = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("photos"),
                "--max-bytes", "1")
            #expect(run.status == 3, "\(run)")
            let outcomes = try await Self.syncs(of: play).map { $0["outcome"] as? String }
            #expect(outcomes == ["finished"])
        }

        @Test(
            .enabled("the program has no status") {
                try await Program.has("status")
            })
        func aRunThatASignalStopsDuringTheOriginalsIsInterrupted() async throws {
            let play = try await Playground(photos: 3)
            try play.stub.apply(
                .fault(InjectedFault(route: "files/download", count: 9, delay: .seconds(60))))
            let run = try Program([
                "sync", "--library", play.path("library"), "--endpoint", play.endpoint,
                "--no-thumbnails", "--originals", "--to", play.path("photos"),
            ])
            while play.stub.requestCount(route: "files/download") == 0 {
                let pause = Duration.milliseconds(20)
                try await Task.sleep(for: pause)  // reason: another process works meanwhile
            }
            run.send(SIGINT)
            #expect(try await run.outcome().status == 130)
            let outcomes = try await Self.syncs(of: play).map { $0["outcome"] as? String }
            #expect(outcomes == ["interrupted"])
        }

        @Test(
            .enabled("the program has no status") {
                try await Program.has("status")
            })
        func theStatusCountsTheOriginals() async throws {
            let play = try await Playground(photos: 3)
            let status = ["status", "--library", play.path("library")]
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let without = try await Program(status).outcome()
            #expect(without.status == 0 && !without.output.contains("Originals"), "\(without)")
            let bytes = play.stub.files.values.map(\.size).reduce(0, +)
            let first = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("photos"),
                "--max-bytes", "\(bytes - 1)")
            #expect(first.status == 3, "\(first)")
            let text = try await Program(status).outcome().output
            #expect(text.contains("\nOriginals: 2 in place, 1 to download.\n"), "\(text)")
            let object = try await Program(status + ["--json"]).outcome().objects().first
            #expect(object?["originals"] as? Int == 2)
            #expect(object?["missing_originals"] as? Int == 1)
            #expect(object?["failed_originals"] as? Int == 0)
            #expect(object?["stopped_originals"] as? Int == 0)
        }

        // rclone#87, rclone#2108: a kill inside a large file begins it again.
        @Test func aKilledRunContinuesInsideAFile() async throws {
            let play = try await Playground()
            var random = SystemRandomNumberGenerator()
            let content = (0..<(24 << 20) / 8).flatMap { _ in
                withUnsafeBytes(of: random.next()) { Array($0) }
            }
            try play.stub.apply(.add(path: "/large.jpg", content: content))
            let options = [
                "sync", "--library", play.path("library"), "--endpoint", play.endpoint,
                "--no-thumbnails", "--originals", "--to", play.path("photos"),
            ]
            let run = try Program(options + ["--limit-rate", "6M"])
            try await play.waitForPart(of: 14 << 20)
            run.send(SIGKILL)
            _ = try await run.outcome()
            #expect(try play.names(in: "photos").isEmpty, "a part has a final name")
            let second = try await Program(options).outcome()
            #expect(second.status == 0, "\(second.errors)")
            #expect(second.output.contains("1 of them resumed"), "\(second.output)")
            #expect(try play.hashes(in: "photos") == play.serverHashes)
        }

        @Test func aRunThatPrunesUsesTheStoredChoice() async throws {
            let play = try await Playground()
            for name in ["a", "b"] {
                try play.stub.apply(.add(path: "/\(name).jpg", content: Array(name.utf8)))
            }
            let refused = try await play.sync(options: ["--no-thumbnails", "--prune"])
            #expect(refused.status == 64, "\(refused)")
            #expect(refused.errors.contains("--originals --to DIR"), "\(refused.errors)")
            let options = ["--to", play.path("photos"), "--layout", "{stem}.{ext}"]
            #expect(
                try await play.sync(options: ["--no-thumbnails", "--originals"] + options).status
                    == 0)
            try play.stub.apply(.delete(path: "/a.jpg"))
            let next = try await play.sync(options: ["--no-thumbnails", "--prune"])
            #expect(next.status == 0, "\(next.errors)")
            #expect(try play.names(in: "photos") == [".trash/a.jpg", "b.jpg"])
        }

        @Test func theFilesOfDeletedPhotosAreMovedUnlessTheRunHasListedAgain() async throws {
            let play = try await Playground()
            for name in ["a", "b"] {
                try play.stub.apply(.add(path: "/\(name).jpg", content: Array(name.utf8)))
            }
            let options = ["--no-thumbnails", "--originals", "--prune", "--json"]
            let layout = ["--to", play.path("photos"), "--layout", "{stem}.{ext}"]
            #expect(try await play.sync(options: options + layout).status == 0)

            // A server that has lost its cursors, and photos with them.
            try play.stub.apply(.delete(path: "/a.jpg"))
            try play.stub.apply(.resetCursors)
            let listed = try await play.sync(options: options + ["--max-delete", "all"])
            #expect(listed.status == 0, "\(listed.errors)")
            #expect(try play.names(in: "photos") == ["a.jpg", "b.jpg"])

            let next = try await play.sync(options: options + ["--sidecar", "xmp"])
            #expect(next.status == 0, "\(next.errors)")
            let finished = try next.objects().first {
                $0["event"] as? String == "originals_finished"
            }
            #expect(finished?["trashed"] as? Int == 1)
            #expect(
                try play.names(in: "photos") == [".trash/a.jpg", "b.jpg", "b.jpg.xmp"])
            #expect(try next.objects().last?["event"] as? String == "sidecars_finished")
        }
    }
}
