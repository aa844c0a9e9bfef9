import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark doctor --probe` at a WebDAV server.
    @Suite(.enabled("the program lacks sync") { try await Program.has("sync") })
    struct WebDAVProbeTests {
        @Test func theAbilitiesAreShownAndStoredInTheLibrary() async throws {
            let play = try await Playground()
            let stub = WebDAVStub(WebDAVStubConfiguration(photos: 3))
            let address = try await stub.start()
            let password = play.path("password")
            try Data("any".utf8).write(to: URL(filePath: password))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: password)
            let options = [
                "--provider", "webdav", "--endpoint", address, "--user", "ada", "--token-file",
                password, "--library", play.path("library"),
            ]
            let environment = ["HOME": play.folder.path, "XDG_DATA_HOME": play.path("data")]
            func run(_ arguments: [String]) async throws -> Program.Outcome {
                try await Program(arguments + options, environment: environment).outcome()
            }
            let sync = try await run(["sync", "--quiet"])
            #expect(sync.status == 0, "\(sync.errors)")
            let before = stub.contents
            try stub.apply(.clearRequests)
            func tags() async throws -> String {
                let probe = try await run(["doctor", "--probe"])
                #expect(probe.output.contains("parts of files: yes"), "\(probe.output)")
                #expect(probe.output.contains("smaller pictures of files: yes"))
                let line = probe.lines.first { $0.contains("folder-tags") }
                return String(try #require(line))
            }
            #expect(try await tags().contains("unknown"))
            let routes = Set(stub.requests.compactMap { $0.route.split(separator: " ").first })
            #expect(routes.isSubset(of: ["PROPFIND", "OPTIONS", "GET", "HEAD"]))
            #expect(stub.contents == before)
            // The next runs see that tags propagate, and keep what the probe has found.
            try stub.apply(.change(path: "/Photos/0/IMG_0000001.jpg"))
            #expect(try await run(["sync", "--quiet"]).status == 0)
            #expect(try await tags().contains("yes"))
            try stub.apply(.clearRequests)
            #expect(try await run(["sync", "--quiet"]).status == 0)
            #expect(stub.requestCounts == ["PROPFIND 0": 1])
            await stub.stop()
        }
    }
}
