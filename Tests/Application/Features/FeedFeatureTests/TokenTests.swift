import Foundation
import ProgramTestKit
import SchedulingTestKit
import StubServers
import Testing

extension WholeProgram {
    /// Tokens from files and commands.
    @Suite struct TokenTests {
        @Test(arguments: [
            ("canary-4711_token.~+/==", "canary-4711_token.~+/=="),
            (
                #"{"access_token":"canary-4711","token_type":"bearer","expires_in":14400}"#,
                "canary-4711"
            ),
            ("\n{\n \"access_token\": \"canary-4711\"\n}\n", "canary-4711"),
        ])
        func aTokenIsAWordOrATokenEndpointsAnswer(_ content: String, _ token: String) async throws {
            let play = try await Playground(photos: 1, token: token)
            let outcome = try await play.sync(
                "library", "--no-thumbnails", "--token-file", try play.secret(content))
            #expect(outcome.status == 0, "\(outcome.errors)")
        }

        @Test(arguments: [
            #"{"access_token":"canary-4711","token_type":"mac"}"#,
            #"{"error":"invalid_grant","error_description":"canary-4711"}"#,
            #"{"access_token":"canary-4711"#, #"{"access_token":"canary 4711"}"#,
            #"{"access_token":["canary-4711"]}"#, #""canary-4711""#, "Bearer canary-4711",
            "access_token=canary-4711&token_type=bearer", "canary-4711\ncanary-4711", "canary=4711",
            "canary-4711\u{E9}", "==", "canary-4711" + String(repeating: "x", count: 20_000),
        ])
        func anythingElseIsRefusedAndNotShown(_ content: String) async throws {
            let play = try await Playground(photos: 1)
            let file = try play.secret(content)
            for option in [["--token-file", file], ["--token-command", "cat \(file)"]] {
                let outcome = try await play.sync(options: option + ["--json"])
                #expect(outcome.status == 77, "\(outcome.errors)")
                #expect(!(outcome.output + outcome.errors).contains("canary"), "\(outcome.errors)")
            }
            #expect(play.requestCount == 0)
        }

        @Test func theTokenCommandIsRunAgainWhenItsTokenEnds() async throws {
            let play = try await Playground(photos: 40, pageLimit: 5)
            for skip in [0, 1] {
                try play.stub.apply(
                    .fault(
                        .init(
                            route: "files/list_folder/continue", skip: skip * 2,
                            effect: .expiredToken)))
            }
            let log = play.path("log")
            let outcome = try await play.sync(
                "library", "--token-command", "echo >>\(log); echo token-$(wc -l <\(log))")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try String(contentsOfFile: log, encoding: .utf8) == "\n\n\n")
            #expect(try await play.feed().count == 40)
        }

        @Test(arguments: [
            ("echo canary-4711", "has refused"),
            ("test -e LOG && exit 7; touch LOG; echo canary-4711", "ended with code 7"),
        ])
        func aTokenCommandWithoutAnotherTokenEndsTheRun(
            _ line: String, _ part: String
        ) async throws {
            let play = try await Playground(photos: 12)
            try play.stub.apply(
                .fault(.init(route: "files/list_folder", count: 9, effect: .expiredToken)))
            let outcome = try await play.sync(
                "library", "--token-command", line.replacing("LOG", with: play.path("log")))
            #expect(outcome.status == 77 && outcome.errors.contains(part), "\(outcome.errors)")
            #expect(!outcome.errors.contains("canary"))
            #expect(play.stub.requestCount(route: "files/list_folder") == 1)
        }

        /// A system that writes core files elsewhere, or none, has no file to check.
        @Test(.disabled(if: Sanitizer.isOn, "a sanitizer handles crashes itself"))
        func aCrashShowsNoMemory() async throws {
            let play = try await Playground(photos: 1)
            try play.stub.apply(.fault(.init(route: "*", count: 99, delay: .seconds(600))))
            let token = try play.secret("canary-4711")
            let pid = play.path("pid")
            async let shell = Shell.run(
                """
                cd \(play.folder.path); ulimit -c unlimited
                export SWIFT_BACKTRACE=enable=yes,interactive=no
                \(Program.path) sync --library library --endpoint \(play.endpoint) \
                    --token-file \(token) & echo $! >\(pid); wait $!
                """)
            while play.requestCount == 0 { await Task.detached {}.value }
            let text = try String(contentsOfFile: pid, encoding: .utf8)
            let number = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            #expect(kill(number, SIGABRT) == 0)
            let outcome = try await shell
            #expect(outcome.status == 128 + SIGABRT)
            #expect(!outcome.output.contains("Registers"), "\(outcome.output.suffix(500))")
            let files = try FileManager.default.contentsOfDirectory(atPath: play.folder.path)
            #expect(!files.contains { $0.hasPrefix("core") }, "\(files)")
        }
    }
}

extension Playground {
    /// Writes `content` into a file that only its owner can read, and returns the file's path.
    func secret(_ content: String, _ name: String = "token") throws -> String {
        let file = path(name)
        try Data(content.utf8).write(to: URL(filePath: file))
        #expect(chmod(file, 0o600) == 0)
        return file
    }
}
