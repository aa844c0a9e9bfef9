import DropboxFeed
import Foundation
import HTTPGateway
import LoopbackTestKit
import PhotoFeed
import ProgramTestKit
import Scheduling
import SchedulingTestKit
import StubServers
import Testing

extension WholeProgram {
    /// The most memory that a run ever has, whatever the server sends.
    @Suite(
        .enabled("needs python3") { try await Shell.run("python3 --version").status == 0 },
        .disabled(if: Sanitizer.isOn, "a sanitizer has memory of its own"))
    struct MemoryTests {
        private static let allowance = 64 << 20

        /// Runs the program, and returns the peak of its resident memory as the kernel counted it.
        private func peak(_ arguments: [String]) async throws -> Int {
            // The child's figure begins with its parent's at the fork, which a small parent keeps
            // below the program's own.
            let line = arguments.map { "'\($0)'" }.joined(separator: " ")
            let run = try await Shell.run(
                """
                python3 -c 'import os, sys
                child = os.fork()
                if child == 0:
                    output = os.open("/dev/null", os.O_WRONLY)
                    os.dup2(output, 1); os.dup2(output, 2)
                    os.execv(sys.argv[1], sys.argv[1:])
                print(os.wait4(child, 0)[2].ru_maxrss)' '\(Program.path)' \(line)
                """)
            return try #require(
                Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(run.output)")
                << 10
        }

        private func sync(_ play: Playground, _ options: String...) async throws -> Int {
            try await peak(
                ["sync", "--quiet", "--library", play.path("library"), "--endpoint", play.endpoint]
                    + options)
        }

        private func idle() async throws -> Int { try await sync(Playground(photos: 3)) }

        private func page(_ entries: String, _ cursor: String, more: Bool) -> String {
            #"{"entries":[\#(entries)],"cursor":"\#(cursor)","has_more":\#(more)}"#
        }

        @Test func aPageOfHalfAMillionDeletionsFits() async throws {
            let play = try await Playground(photos: 3)
            let entry = #"{".tag":"deleted","path_lower":"/a"}"#
            let entries = Array(repeating: entry, count: 500_000).joined(separator: ",")
            for (route, more) in [
                ("files/list_folder", true), ("files/list_folder/continue", false),
            ] {
                try play.stub.apply(
                    .fault(.init(route: route, effect: .garbage(page(entries, "c", more: more)))))
            }
            let (idle, peak) = (try await idle(), try await sync(play))
            #expect(
                peak - idle < Self.allowance, "\((peak - idle) >> 20) MiB above \(idle >> 20)")
            #expect(play.stub.requestCount(route: "files/list_folder/continue") == 1)
        }

        @Test func aPageThatBreaksOffAtItsEndFits() async throws {
            let play = try await Playground(photos: 3)
            let entry = #"{".tag":"deleted","path_lower":"/a"}"#
            let entries = Array(repeating: entry, count: 500_000).joined(separator: ",")
            let cut = String(page(entries, "c", more: false).dropLast())
            try play.stub.apply(.fault(.init(route: "files/list_folder", effect: .garbage(cut))))
            let (idle, peak) = (try await idle(), try await sync(play))
            #expect(
                peak - idle < Self.allowance, "\((peak - idle) >> 20) MiB above \(idle >> 20)")
            #expect(play.stub.requestCount(route: "files/list_folder") == 1)
        }

        @Test func longNamesFit() async throws {
            let play = try await Playground(photos: 3)
            let name = String(repeating: "x", count: 70_000)
            let pages = 6
            for number in 0..<pages {
                let entries = (0..<110).map { index in
                    #"""
                    {".tag":"file","name":"\#(name).jpg",\#
                    "path_lower":"/\#(number)-\#(index)\#(name)/a.jpg",\#
                    "id":"id:\#(number)-\#(index)","rev":"000000001","size":1,\#
                    "client_modified":"2024-01-01T00:00:00Z",\#
                    "server_modified":"2024-01-01T00:00:00Z"}
                    """#
                }.joined(separator: ",")
                let text = page(entries, "c\(number)", more: number < pages - 1)
                try play.stub.apply(
                    .fault(
                        .init(
                            route: number == 0 ? "files/list_folder" : "files/list_folder/continue",
                            effect: .garbage(text))))
            }
            let idle = try await idle()
            let peak = try await sync(play, "--no-thumbnails")
            #expect(peak - idle < Self.allowance, "\((peak - idle) >> 20) MiB above \(idle >> 20)")
            let shown = try await self.peak(["feed", "--json", "--library", play.path("library")])
            #expect(
                shown - idle < Self.allowance, "\((shown - idle) >> 20) MiB above \(idle >> 20)")
            #expect(try await play.feed().count == pages * 110)
        }

        /// Each of twelve answers is there but for its last byte when the last one begins to wait.
        @Test func aDozenLargeBatchesFit() async throws {
            let play = try await Playground(photos: 600)
            let request = DropboxGetThumbnailBatch([], size: .medium)
            guard case .memory(let limit) = request.destination else {
                Issue.record("a batch is not read in memory")
                return
            }
            let port = try #require(play.endpoint.split(separator: ":").last.flatMap { Int($0) })
            let server = try HostileServer(before: port)
            let dozen = Meeting(of: 12)
            let body = [UInt8](repeating: UInt8(ascii: " "), count: limit - 1)
            server.begin(
                Hostility(name: "held", route: Hostility.thumbnails, count: 12, ends: [76]) {
                    client, _ in
                    client.send("HTTP/1.1 200 OK\r\nContent-Length: \(limit)\r\n\r\n")
                    client.send(body)
                    dozen.meet()
                    return client.send(" ")
                })
            let idle = try await idle()
            let peak = try await peak([
                "sync", "--quiet", "--library", play.path("library"), "--endpoint",
                "http://127.0.0.1:\(server.port)",
            ])
            #expect(dozen.isComplete)
            #expect(peak - idle < Self.allowance, "\((peak - idle) >> 20) MiB above \(idle >> 20)")
            #expect(try await play.feed().count == 600)
        }
    }
}

/// Where threads wait for each other, at most ten seconds.
private final class Meeting: Sendable {
    private let condition = NSCondition()
    private let missing: Guarded<Int>

    init(of count: Int) { missing = Guarded(count) }

    var isComplete: Bool { missing.withLock { $0 <= 0 } }

    func meet() {
        condition.lock()
        defer { condition.unlock() }
        missing.withLock { $0 -= 1 }
        condition.broadcast()
        let end = Date(timeIntervalSinceNow: 10)
        while !isComplete, condition.wait(until: end) {}
    }
}
