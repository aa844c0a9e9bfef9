import DropboxStub
import Foundation
import ProgramTestKit
import Testing
import WebDAVStub

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
    }
}
