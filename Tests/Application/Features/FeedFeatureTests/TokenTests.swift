import DropboxStub
import Foundation
import ProgramTestKit
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
                #expect(!(outcome.output + outcome.errors).contains("4711"), "\(outcome.errors)")
            }
            #expect(play.requestCount == 0)
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
