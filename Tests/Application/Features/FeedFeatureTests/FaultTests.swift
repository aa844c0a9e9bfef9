import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// Every fault of the stub ends in success after waiting, or in its named error; the library
    /// stays good.
    @Suite struct FaultTests {
        /// A fault that a sync gets over.
        static let survivable: [(String, InjectedFault)] = [
            (
                "a rate limit on a page",
                .init(
                    route: "files/list_folder/continue",
                    effect: .status(429, headers: ["Retry-After": "1"]))
            ),
            (
                "a rate limit on thumbnails",
                .init(
                    route: "files/get_thumbnail_batch",
                    effect: .status(429, headers: ["Retry-After": "1"]))
            ),
            (
                "an unavailable server",
                .init(
                    route: "files/list_folder", effect: .status(503, headers: ["Retry-After": "1"]))
            ),
            (
                "a failing server",
                .init(route: "files/list_folder/continue", count: 2, effect: .status(500))
            ),
            (
                "a gateway that fails",
                .init(
                    route: "files/get_thumbnail_batch",
                    effect: .status(502, body: "<html>bad gateway</html>"))
            ),
            (
                "a truncated page",
                .init(route: "files/list_folder/continue", effect: .truncate(afterBytes: 300))
            ),
            (
                "truncated thumbnails",
                .init(route: "files/get_thumbnail_batch", effect: .truncate(afterBytes: 1000))
            ),
            ("a lost connection", .init(route: "files/list_folder", effect: .close)),
            (
                "a lost connection in the middle",
                .init(route: "files/get_thumbnail_batch", effect: .close)
            ),
            (
                "empty pages",
                .init(route: "files/list_folder/continue", count: 5, effect: .emptyPage)
            ),
            ("a discarded cursor", .init(route: "files/list_folder/continue", effect: .reset)),
            (
                "a page that trickles",
                .init(
                    route: "files/list_folder/continue", effect: .trickle(bytesPerSecond: 20_000))
            ),
            (
                "thumbnails that trickle",
                .init(
                    route: "files/get_thumbnail_batch", effect: .trickle(bytesPerSecond: 100_000))
            ),
            (
                "hashes that are not the files'",
                .init(route: "files/list_folder", effect: .wrongHash)
            ),
            (
                "a slow answer",
                .init(route: "files/list_folder/continue", delay: .milliseconds(300))
            ),
        ]

        /// At the same time, since most of their time is a wait.
        @Test func everyPassingFaultIsOvercome() async throws {
            try await withThrowingTaskGroup { group in
                for (name, fault) in Self.survivable {
                    group.addTask { try await Self.expectSuccess(despite: fault, name) }
                }
                try await group.waitForAll()
            }
        }

        private static func expectSuccess(despite fault: InjectedFault, _ name: String) async throws
        {
            let play = try await Playground(photos: 60, pageLimit: 20)
            try play.stub.apply(.fault(fault))
            let outcome = try await play.sync()
            #expect(outcome.status == 0, "\(name): \(outcome.errors)")
            let items = try await play.feed()
            #expect(items.count == 60 && items.allSatisfy { $0["thumbnail"] is String }, "\(name)")
        }

        /// A fault that ends a sync: its exit code and a word of its message.
        static let fatal: [(String, InjectedFault, Int32, String)] = [
            (
                "an expired token",
                .init(route: "files/list_folder", count: 9, effect: .expiredToken),
                77, "expired"
            ),
            (
                "an expired token later",
                .init(route: "files/get_thumbnail_batch", count: 99, effect: .expiredToken), 77,
                "expired"
            ),
            (
                "text that is not JSON",
                .init(route: "files/list_folder", count: 9, effect: .garbage("hello")), 76,
                "list_folder"
            ),
            (
                "a page without its cursor",
                .init(
                    route: "files/list_folder", count: 9,
                    effect: .garbage(#"{"entries": [], "has_more": false}"#)), 76, "cursor"
            ),
            (
                "HTML with status 200",
                .init(
                    route: "files/list_folder", count: 9,
                    effect: .garbage("<!doctype html><p>login")),
                76, "list_folder"
            ),
            (
                "a rate limit without end",
                .init(
                    route: "files/list_folder", count: 99,
                    effect: .status(429, headers: ["Retry-After": "3600"])), 75, "again"
            ),
            (
                "no permission",
                .init(
                    route: "files/list_folder", count: 9,
                    effect: .status(
                        403,
                        body:
                            #"{"error_summary":"no_permission/","error":{".tag":"no_permission"}}"#)
                ),
                77, "permission"
            ),
            (
                "a request that the server calls bad",
                .init(route: "files/list_folder", count: 9, effect: .status(400, body: "no good")),
                76,
                "400"
            ),
        ]

        @Test(arguments: fatal.indices)
        func aLastingFaultEndsInItsNamedError(_ index: Int) async throws {
            let (name, fault, status, word) = Self.fatal[index]
            let play = try await Playground(photos: 30, pageLimit: 20)
            try play.stub.apply(.fault(fault))
            let outcome = try await play.sync()
            #expect(outcome.status == status, "\(name): \(outcome.status) \(outcome.errors)")
            #expect(outcome.errors.lowercased().contains(word), "\(name): \(outcome.errors)")
            try play.stub.apply(.clearFaults)
            #expect(try await play.sync().status == 0, "\(name): the next run heals")
            #expect(try await play.feed().count == 30)
        }

        @Test func aPictureThatIsDamagedInAMarkerIsNotStored() async throws {
            let play = try await Playground(photos: 60)
            try play.stub.apply(
                .fault(.init(route: "files/get_thumbnail_batch", count: 99, effect: .wrongHash)))
            // Changed bytes that look like a picture's data cannot be found: Dropbox sends no
            // checksum of them.
            let outcome = try await play.sync()
            #expect(outcome.status == 3, "\(outcome.errors)")
            #expect(outcome.errors.contains("not a complete JPEG"), "\(outcome.errors)")
            for item in try await play.feed() {
                guard let bytes = try play.thumbnail(of: item) else { continue }
                #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]))
                #expect(bytes.suffix(64).range(of: Data([0xFF, 0xD9])) != nil)
            }
            try play.stub.apply(.clearFaults)
            #expect(try await play.sync().status == 0)
            #expect(try await play.feed().allSatisfy { $0["thumbnail"] is String })
        }

        @Test func theWaitForARateLimitIsVisible() async throws {
            let play = try await Playground(photos: 10)
            try play.stub.apply(
                .fault(
                    .init(
                        route: "files/list_folder",
                        effect: .status(429, headers: ["Retry-After": "1"]))
                ))
            let outcome = try await play.sync("library", "--json")
            #expect(outcome.status == 0)
            #expect(outcome.output.contains(#""waiting_for":"rateLimit""#), "\(outcome.output)")
            #expect(outcome.output.contains(#""wait_status":429"#), "\(outcome.output)")
        }

        @Test func theWaitForAFailingServerIsVisible() async throws {
            let play = try await Playground(photos: 10)
            // The first request: on a connection that was used before, the loss is repaired without
            // a wait. Three losses, since a log leaves out waits below a second.
            let fault = ControlCommand.fault(
                .init(route: "users/get_current_account", count: 3, effect: .close))
            for option in ["--json", "--no-thumbnails"] {
                try play.stub.apply(fault)
                let outcome = try await play.sync("library\(option)", option)
                #expect(outcome.status == 0)
                let sign =
                    option == "--json"
                    ? #""wait_cause":"connectionLost""# : ": the connection was lost"
                #expect((outcome.output + outcome.errors).contains(sign), "\(outcome.output)")
            }
        }

        @Test func anUnreachableServerIsNamedWhileItIsWaitedFor() async throws {
            let library = FileManager.default.temporaryDirectory.appending(
                path: "photopark-\(UUID().uuidString)"
            ).path
            defer { try? FileManager.default.removeItem(atPath: library) }
            let outcome = try await Program.run(
                "sync", "--library", library, "--endpoint", "http://127.0.0.1:1")
            #expect(outcome.status == 69, "\(outcome.errors)")
            let lines = outcome.errors.split(separator: "\n")
            let waits = lines.filter { $0.hasPrefix("Trying again in ") }
            #expect(!waits.isEmpty && waits.allSatisfy { $0.hasSuffix(": connection refused") })
            #expect(lines.last?.contains("connection refused") == true, "\(outcome.errors)")
        }

        @Test func aTruncatedTokenIsRefusedAndNothingIsListedAgain() async throws {
            let token = "canary-4711-token"
            let play = try await Playground(photos: 30, token: token)
            #expect(try await play.sync("library", "--token-command", "echo \(token)").status == 0)
            let cutOff = try await play.sync("library", "--token-command", "echo canary")
            #expect(cutOff.status == 77, "\(cutOff.errors)")
            #expect(cutOff.errors.contains("give a new token"), "\(cutOff.errors)")
            #expect(try await play.sync("library", "--token-command", "echo \(token)").status == 0)
            #expect(play.stub.requestCount(route: "files/list_folder") == 1)
        }

        @Test func aRunThatFailsBeforeItBeginsIsAnEventToo() async throws {
            let outcome = try await Program.run(
                "sync", "--json", "--library", "/nonexistent/library")
            #expect(outcome.status == 77)
            #expect(outcome.lines.count == 1)
            #expect(
                outcome.output.hasPrefix(#"{"event":"error","status":77,"#), "\(outcome.output)")
        }

        @Test func aVanishedFolderIsNamed() async throws {
            let play = try await Playground(photos: 3)
            let outcome = try await play.sync("library", "--folder", "/Nowhere")
            #expect(
                outcome.status == 66 && outcome.errors.contains("/Nowhere"), "\(outcome.errors)")
            let marked = try await play.sync("other", "--folder", "/\u{301}a")
            #expect(marked.status == 66, "\(marked.errors)")
        }
    }
}
