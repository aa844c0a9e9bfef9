import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// Moves and digests on WebDAV servers: nothing is downloaded twice, and nothing wrong stays.
    @Suite struct WebDAVMoveTests {
        private static let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Fixtures/webdav-server").standardized

        private static func has(_ name: String) -> Bool {
            let check = Process()
            check.executableURL = script
            check.arguments = [name, "--check"]
            check.standardError = FileHandle.nullDevice
            do { try check.run() } catch { return false }
            check.waitUntilExit()
            return check.terminationStatus == 0
        }

        private func sync(
            _ play: Playground, _ address: String
        ) async throws -> Program.Outcome {
            try await Program([
                "sync", "--provider", "webdav", "--endpoint", address, "--user", "ada",
                "--library", play.path("library"), "--originals", "--to", play.path("photos"),
                "--layout", "{folder}/{stem}.{ext}", "--no-thumbnails",
            ]).outcome()
        }

        private func content(_ play: Playground, _ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: play.path("photos/\(name)"))))
        }

        @Test func aMovedFolderIsNotDownloadedAgain() async throws {
            let play = try await Playground()
            var configuration = WebDAVStubConfiguration(photos: 20)
            configuration.abilities = .plain
            let stub = WebDAVStub(configuration)
            let address = try await stub.start()
            let first = try await sync(play, address)
            #expect(first.status == 0, "\(first.errors)")
            let before = try play.hashes(in: "photos")
            #expect(before.count == 20)
            try stub.apply(.move(from: "/Photos/0", to: "/Trip"))
            try stub.apply(.clearRequests)
            let second = try await sync(play, address)
            #expect(second.status == 0, "\(second.errors)")
            #expect(stub.requestCounts["GET"] == nil)
            #expect(try play.hashes(in: "photos") == before)
            #expect(try play.names(in: "photos").allSatisfy { $0.hasPrefix("Trip/") })
            await stub.stop()
        }

        @Test(.enabled(if: has("nginx"), "needs nginx with dav-ext"))
        func aMovedFolderOfARealServerIsNotDownloadedAgain() async throws {
            let play = try await Playground()
            let root = URL(filePath: play.path("served"))
            let manager = FileManager.default
            try manager.createDirectory(
                at: root.appending(path: "x"), withIntermediateDirectories: true)
            for number in 1...5 {
                try Data(repeating: 65, count: number)
                    .write(to: root.appending(path: "x/\(number).jpg"))
            }
            let (server, input, output) = (Process(), Pipe(), Pipe())
            server.executableURL = Self.script
            server.arguments = ["nginx", root.path]
            server.standardInput = input
            server.standardOutput = output
            try server.run()
            defer {
                input.fileHandleForWriting.closeFile()
                server.waitUntilExit()
            }
            let line = try #require(
                output.fileHandleForReading.availableData.split(separator: 10).first)
            let address = String(decoding: line, as: UTF8.self)
            let first = try await sync(play, address)
            #expect(first.status == 0, "\(first.errors)")
            let file = play.path("photos/x/3.jpg")
            let former = try manager.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
            try manager.moveItem(at: root.appending(path: "x"), to: root.appending(path: "y"))
            let second = try await sync(play, address)
            #expect(second.status == 0, "\(second.errors)")
            #expect(try play.names(in: "photos") == (1...5).map { "y/\($0).jpg" })
            // The file on the disk is the same one: it was moved, not downloaded.
            let moved = try manager.attributesOfItem(atPath: play.path("photos/y/3.jpg"))
            #expect(moved[.systemFileNumber] as? Int == former)
        }

        @Test func aFileWithAnotherDigestThanListedIsFetchedAgain() async throws {
            let play = try await Playground()
            var configuration = WebDAVStubConfiguration(photos: 0)
            configuration.abilities.hasChecksums = true
            let stub = WebDAVStub(configuration)
            let address = try await stub.start()
            let contents = (1...4).map { Array("content \($0)".utf8) }
            for (number, content) in contents.enumerated() {
                try stub.apply(.add(path: "/\(number).jpg", content: content))
            }
            let first = try await sync(play, address)
            #expect(first.status == 0, "\(first.errors)")
            try stub.apply(.add(path: "/bad.jpg", content: Array("another content".utf8)))
            try stub.apply(.clearRequests)
            try stub.apply(.fault(.init(route: "GET", count: 1, effect: .wrongHash)))
            let second = try await sync(play, address)
            #expect(second.status == 0, "\(second.errors)")
            #expect(stub.requestCounts["GET"] == 2)
            #expect(try content(play, "bad.jpg") == Array("another content".utf8))
            await stub.stop()
        }

        @Test func aFileThatIsWrongEachTimeIsCode3AndNowhereInTheFolder() async throws {
            let play = try await Playground()
            var configuration = WebDAVStubConfiguration(photos: 0)
            configuration.abilities.hasChecksums = true
            let stub = WebDAVStub(configuration)
            let address = try await stub.start()
            try stub.apply(.add(path: "/good.jpg", content: Array("good".utf8)))
            #expect(try await sync(play, address).status == 0)
            try stub.apply(.add(path: "/bad.jpg", content: Array("another content".utf8)))
            for round in 1...2 {
                try stub.apply(.clearRequests)
                try stub.apply(.fault(.init(route: "GET", count: 99, effect: .wrongHash)))
                let run = try await sync(play, address)
                #expect(run.status == 3, "\(round): \(run.errors)")
                #expect(run.errors.contains("bad.jpg"))
                #expect(stub.requestCounts["GET"] == 2)
                #expect(try play.names(in: "photos") == ["good.jpg"])
                // The stub changes the second half; the parts of downloads are hidden files.
                let wrong = Data("another content".utf8.dropFirst(7).map { $0 ^ 1 })
                let root = play.path("photos")
                for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
                    let content = FileManager.default.contents(atPath: root + "/" + name)
                    #expect(content?.range(of: wrong) == nil, "\(name)")
                }
                try stub.apply(.clearFaults)
            }
            #expect(try await sync(play, address).status == 0)
            #expect(try content(play, "bad.jpg") == Array("another content".utf8))
            await stub.stop()
        }
    }
}
