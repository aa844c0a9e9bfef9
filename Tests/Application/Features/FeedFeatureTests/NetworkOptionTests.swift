import Foundation
import LoopbackTestKit
import ProgramTestKit
import Testing

extension WholeProgram {
    /// The proxy and the name of the program, with a real proxy and a real stub.
    @Suite struct NetworkOptionTests {
        /// Runs `sync` at a server that only the proxy could reach.
        private func sync(
            _ options: [String], environment: [String: String] = [:]
        ) async throws -> Program.Outcome {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "photopark-proxy-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let token = folder.appending(path: "token")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            try Data("token".utf8).write(to: token)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: token.path)
            return try await Program(
                [
                    "sync", "--library", folder.appending(path: "library").path, "--endpoint",
                    "https://far.invalid", "--token-file", token.path,
                ] + options, environment: environment
            ).outcome()
        }

        @Test(arguments: [true, false])
        func aServerIsReachedThroughTheProxy(byOption: Bool) async throws {
            let proxy = try ForwardProxy(refusing: 407)
            let address = "http://ada:canary@127.0.0.1:\(proxy.port)"
            let outcome =
                byOption
                ? try await sync(["--proxy", address])
                : try await sync([], environment: ["https_proxy": address])
            #expect(outcome.status == 69)
            #expect(outcome.errors.contains("the proxy answered 407"), "\(outcome.errors)")
            // The answer is final.
            #expect(proxy.requests.count == 1)
            #expect(!(outcome.errors + outcome.output).contains("canary"))
            let request = try #require(proxy.requests.first)
            #expect(request.method == "CONNECT")
            #expect(request.target == "far.invalid:443")
            let access = Data("ada:canary".utf8).base64EncodedString()
            #expect(request.header("proxy-authorization") == "Basic \(access)")
            #expect(request.header("authorization") == nil)
        }

        @Test func thisMachineIsReachedWithoutTheProxyOfTheEnvironment() async throws {
            let playground = try await Playground(photos: 1)
            let proxy = try ForwardProxy(refusing: 502)
            let outcome = try await Program(
                [
                    "sync", "--library", playground.path("library"), "--endpoint",
                    playground.endpoint, "--user-agent", "photopark (test)", "--timeout", "20s",
                ], environment: ["all_proxy": "http://127.0.0.1:\(proxy.port)"]
            ).outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(proxy.requests.isEmpty)
        }

        @Test func anErrorHasTheServersIdentifierOfTheRequest() async throws {
            let playground = try await Playground(photos: 1, token: "another")
            let outcome = try await playground.sync()
            #expect(outcome.status == 77)
            let identifier = #/\(request ID [0-9a-f]{32}\)/#
            #expect(outcome.errors.firstMatch(of: identifier) != nil, "\(outcome.errors)")
        }

        @Test func aWrongProxyIsAMistakeOfUsage() async throws {
            let outcome = try await sync([], environment: ["https_proxy": "ftp://a:canary@b"])
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("https_proxy: a proxy is"))
            #expect(!outcome.errors.contains("canary"))
        }
    }
}
