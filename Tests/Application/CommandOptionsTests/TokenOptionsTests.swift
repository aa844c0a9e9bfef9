import Accounts
import ArgumentParser
import CommandLineProgram
import Foundation
import KeyedStore
import PhotoFeed
import Providers
import Testing

@testable import CommandOptions

/// The sources of a token, and their precedence.
@Suite final class TokenOptionsTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "photopark-token-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes `content` into a file that only its owner can read, and returns the file's path.
    private func secret(_ content: String) throws -> String {
        let file = folder.appending(path: "token").path
        try Data(content.utf8).write(to: URL(filePath: file))
        #expect(chmod(file, 0o600) == 0)
        return file
    }

    /// The token that a command line gives for the standard provider.
    private func token(_ arguments: String..., environment: [String: String] = [:]) async throws
        -> String?
    {
        try await TokenOptions.parse(arguments).token(
            for: nil, of: Providers.standard, environment: environment)
    }

    @Test(arguments: [
        ("canary-4711_token.~+/==", "canary-4711_token.~+/=="),
        (
            #"{"access_token":"canary-4711","token_type":"bearer","expires_in":14400}"#,
            "canary-4711"
        ),
        ("\n{\n \"access_token\": \"canary-4711\"\n}\n", "canary-4711"),
    ])
    func aTokenIsAWordOrATokenEndpointsAnswer(_ content: String, _ token: String) async throws {
        let file = try secret(content)
        #expect(try await self.token("--token-file", file) == token)
        #expect(try await self.token("--token-command", "cat '\(file)'") == token)
        #expect(try await self.token(environment: ["PHOTOPARK_TOKEN_FILE": file]) == token)
        #expect(try await self.token() == nil)
    }

    @Test(
        arguments: [
            ("p\u{E4}ss word!\n", "p\u{E4}ss word!"), ("{\"a\": 1}\r\n", "{\"a\": 1}"),
            (" x ", " x "), ("", nil), ("\n", nil), ("one\ntwo\n", nil), ("a\u{7}b", nil),
        ] as [(String, String?)])
    func aPasswordIsOneLineOfAnyCharacters(_ content: String, _ password: String?) async throws {
        let provider = try #require(Providers.all.first { $0.credentialForm == .password })
        let file = try secret(content)
        for option in ["--token-file", "--token-command"] {
            let value = option == "--token-file" ? file : "cat '\(file)'"
            let options = try TokenOptions.parse([option, value])
            do {
                #expect(try await options.token(for: nil, of: provider) == password)
            } catch let error as ProgramError {
                #expect(password == nil && error.code == .authorization, "\(error)")
            }
        }
    }

    @Test func theCommandIsRunAgainForEachRenewal() async throws {
        let log = folder.appending(path: "log").path
        let options = try TokenOptions.parse([
            "--token-command", "echo >>'\(log)'; echo token-$(wc -l <'\(log)')",
        ])
        let renewal = try #require(options.renewal)
        #expect(try await renewal().reveal() == "token-1")
        #expect(try await renewal().reveal() == "token-2")
        #expect(try TokenOptions.parse(["--token-file", log]).renewal == nil)
    }

    @Test(arguments: [("echo canary-4711; exit 7", "code 7"), ("echo canary 4711", "access token")])
    func aRenewalThatFailsShowsNoToken(_ command: String, _ reason: String) async throws {
        let renewal = try #require(TokenOptions.parse(["--token-command", command]).renewal)
        let error = await #expect(throws: AccountError.self) { try await renewal() }
        #expect(error?.code == .commandFailed && error?.message.contains(reason) == true)
        #expect("\(error, default: "")".contains("4711") == false)
    }

    /// "xyz" is too short: the log would not hide it.
    @Test(arguments: ["canary 4711", "xyz"])
    func anythingElseIsRefusedAndNotShown(_ content: String) async throws {
        let file = try secret(content)
        for option in [["--token-file", file], ["--token-command", "cat '\(file)'"]] {
            let refusal = await #expect(throws: ProgramError.self) {
                try await token(option[0], option[1])
            }
            #expect(refusal?.exitStatus == .authorization)
            #expect(refusal?.message.contains(content) == false, "\(refusal?.message ?? "")")
        }
    }

    @Test(arguments: [
        ("https://api.dropboxapi.com", true), ("https://dropbox.com", true),
        ("https://dropboxapi.com.example", false), ("http://127.0.0.1:9", false),
    ])
    func theFileOfTheEnvironmentIsForTheProviderOnly(
        _ endpoint: String, isRead: Bool
    ) async throws {
        let token = try await TokenOptions.parse([]).token(
            for: Endpoint(text: endpoint).url, of: Providers.standard,
            environment: ["PHOTOPARK_TOKEN_FILE": try secret("canary-4711")])
        #expect(token == (isRead ? "canary-4711" : nil))
    }
}
