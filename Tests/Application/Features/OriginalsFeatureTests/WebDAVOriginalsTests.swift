import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark sync --originals` against a WebDAV server.
    @Suite struct WebDAVOriginalsTests {
        @Test(arguments: [WebDAVStubConfiguration.Abilities.nextcloud, .plain].indices)
        func theFilesArriveAlsoAfterACutAnswer(_ index: Int) async throws {
            let play = try await Playground()
            var configuration = WebDAVStubConfiguration(photos: 0)
            configuration.abilities = index == 0 ? .nextcloud : .plain
            // A server without tags in its listings, as nginx.
            configuration.abilities.tagsFiles = index == 0
            let stub = WebDAVStub(configuration)
            let address = try await stub.start()
            let large = (0..<12 << 20).map { UInt8(truncatingIfNeeded: $0 / 7) }
            let small = Array("a small file".utf8)
            try stub.apply(.add(path: "/x/large \u{E9}%.jpg", content: large))
            try stub.apply(.add(path: "/small.jpg", content: small))
            try stub.apply(.fault(.init(route: "GET", effect: .truncate(afterBytes: 9))))
            try stub.apply(
                .fault(.init(route: "GET", skip: 2, effect: .truncate(afterBytes: 6 << 20))))
            func sync() async throws -> Program.Outcome {
                try await Program([
                    "sync", "--provider", "webdav", "--endpoint", address, "--user", "ada",
                    "--library", play.path("library"), "--originals", "--to", play.path("photos"),
                    "--layout", "{stem}.{ext}",
                ]).outcome()
            }
            let run = try await sync()
            #expect(run.status == 0, "\(run.errors)")
            func content(_ name: String) throws -> [UInt8] {
                Array(try Data(contentsOf: URL(filePath: play.path("photos/\(name)"))))
            }
            #expect(try content("small.jpg") == small)
            #expect(try content("large \u{E9}%.jpg") == large)
            try stub.apply(.clearRequests)
            #expect(try await sync().output.contains("2 already there"))
            #expect(stub.requestCounts["GET"] == nil)
            let verify = try await Program(["verify", "--library", play.path("library")]).outcome()
            #expect(verify.status == 0, "\(verify.errors)")
            await stub.stop()
        }

        /// A sync and a plan of a server, with originals.
        private func commands(
            _ play: Playground, _ address: String
        ) -> (_ command: String, _ options: [String]) async throws -> Program.Outcome {
            { command, options in
                try await Program(
                    [
                        command, "--provider", "webdav", "--endpoint", address, "--user", "ada",
                        "--library", play.path("library"), "--originals", "--to",
                        play.path("photos"), "--layout", "{stem}.{ext}",
                    ] + options
                ).outcome()
            }
        }

        @Test func aFolderThatIsRefusedLimitsNothingElse() async throws {
            let play = try await Playground()
            var configuration = WebDAVStubConfiguration(photos: 0)
            configuration.abilities = .plain
            configuration.abilities.allowsInfinity = false
            configuration.abilities.forbiddenFolders = ["/no"]
            let stub = WebDAVStub(configuration)
            let run = commands(play, try await stub.start())
            for path in ["/a.jpg", "/no/x.jpg", "/sub/b.jpg"] {
                try stub.apply(.add(path: path, content: Array("content of \(path)".utf8)))
            }
            for command in ["plan", "sync", "plan", "sync"] {
                let outcome = try await run(command, [])
                #expect(outcome.status == 3, "\(outcome)")
                let text = outcome.output + outcome.errors
                #expect(text.contains("/no: the server answered 403"), "\(text)")
                #expect(!text.contains("token"), "\(text)")
            }
            for name in ["a.jpg", "b.jpg"] {
                #expect(FileManager.default.fileExists(atPath: play.path("photos/\(name)")))
            }
            try stub.apply(.delete(path: "/a.jpg"))
            let event = try await run("sync", ["--json"])
            #expect(event.status == 3)
            #expect(event.output.contains(#"{"event":"not_listed","path":"/no","#), "\(event)")
            #expect(event.output.contains(#""not_listed":1,"added":0,"changed":0,"removed":1"#))
            #expect(try await play.feed().compactMap { $0["path"] as? String } == ["/sub/b.jpg"])
            await stub.stop()
        }

        @Test(arguments: [true, false])
        func withoutALengthAnOriginalHasThatOfTheAnswer(_ tagsFiles: Bool) async throws {
            let play = try await Playground()
            var configuration = WebDAVStubConfiguration(photos: 0)
            configuration.abilities = .plain
            configuration.abilities.tagsFiles = tagsFiles
            configuration.abilities.statesLengths = false
            let stub = WebDAVStub(configuration)
            let run = commands(play, try await stub.start())
            let content = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 / 7) }
            try stub.apply(.add(path: "/a.jpg", content: content))
            for text in ["1 downloaded", "1 already there"] {
                let sync = try await run("sync", [])
                #expect(sync.status == 0 && sync.output.contains(text), "\(sync)")
            }
            #expect(
                try Array(Data(contentsOf: URL(filePath: play.path("photos/a.jpg")))) == content)
            #expect(try await play.feed()[0]["size"] is NSNull)
            let verify = try await Program(["verify", "--library", play.path("library")]).outcome()
            #expect(verify.status == 0 && verify.output.contains("1 good"), "\(verify)")
            let parts = try FileManager.default.contentsOfDirectory(
                atPath: play.path("photos/.photopark/parts"))
            #expect(parts.isEmpty, "\(parts)")
            await stub.stop()
        }

        /// The stored choice of originals does not download the files of another server.
        @Test func anotherServerOnThisMachineReplacesNothing() async throws {
            let play = try await Playground()
            var configuration = WebDAVStubConfiguration(photos: 12)
            configuration.abilities = .plain
            let (first, second) = (WebDAVStub(configuration), WebDAVStub(configuration))
            let address = try await first.start()
            #expect(try await commands(play, address)("sync", []).status == 0)
            try second.apply(.add(path: "/foreign.jpg", content: Array("foreign".utf8)))
            let other = try await second.start()
            for endpoint in [
                other, address + "/2024", address.replacing("127.0.0.1", with: "localhost"),
            ] {
                let refused = try await Program([
                    "sync", "--provider", "webdav", "--endpoint", endpoint, "--user", "ada",
                    "--library", play.path("library"),
                ]).outcome()
                #expect(refused.status == 64, "\(refused)")
                #expect(refused.errors.contains("--replace"), "\(refused.errors)")
            }
            #expect(second.requestCounts.isEmpty)
            #expect(try await play.feed().count == 12)
            #expect(!FileManager.default.fileExists(atPath: play.path("photos/foreign.jpg")))
            let replaced = try await commands(play, other)("sync", ["--replace"])
            #expect(replaced.status == 0, "\(replaced)")
            #expect(try await play.feed().count == 13)
            await first.stop()
            await second.stop()
        }
    }
}
