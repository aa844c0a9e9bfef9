import Foundation
import LoopbackTestKit
import ProgramTestKit
import Scheduling
import Testing

extension WholeProgram {
    /// A server that repeats the token in each refusal, in every place and form.
    ///
    /// It stands in the body, the summary, the header fields and the status line: as it came,
    /// percent-encoded and in base64. It appears in no output, no trace and no library.
    @Suite struct EchoTests {
        /// Its bytes need escapes in addresses, and digits 62 and 63 in base64.
        static let token = "canary-4711.AF~kQ9+zr/MzE5NTg0Q__=="

        /// Every form of the token that a server may have repeated.
        static var forms: [String] {
            let bytes = Data(token.utf8)
            let header = Data("Bearer \(token)".utf8)
            let encoded = [bytes, header].map { $0.base64EncodedString() }
            let unreserved = CharacterSet.alphanumerics
            return [token, token.addingPercentEncoding(withAllowedCharacters: unreserved) ?? token]
                + encoded + encoded.map(urlSafe) + [
                    String(token.prefix(14)), String(token.suffix(14)),
                ]
        }

        private static func urlSafe(_ text: String) -> String {
            text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }

        /// An answer that repeats `request` in all its parts.
        static func echo(
            _ request: RawRequest, status: Int, asJSON: Bool
        ) -> String {
            let whole = String(decoding: request.whole, as: UTF8.self)
            let repeated = "echo " + forms.joined(separator: " ") + " "
            let plain = repeated + whole.replacing("\r\n", with: " ").replacing("\"", with: "'")
            let body =
                asJSON
                ? #"{"error_summary":"\#(plain)","error":{".tag":"\#(token)"},"#
                    + #""user_message":"\#(plain)"}"#
                : plain
            return """
                HTTP/1.1 \(status) \(repeated)\r
                Content-Type: \(asJSON ? "application/json" : "text/plain")\r
                Content-Length: \(body.utf8.count)\r
                WWW-Authenticate: Bearer realm="\(token)"\r
                Location: /elsewhere?token=\(forms[1])\r
                X-Dropbox-Request-Id: \(token)\r
                X-Echo: \(repeated)\r
                Retry-After: 3600\r
                \r
                \(body)
                """
        }

        @Test func aTokenThatIsRepeatedIsShownAndStoredNowhere() async throws {
            let play = try await Playground(photos: 3)
            let port = try #require(play.endpoint.split(separator: ":").last.flatMap { Int($0) })
            let server = try HostileServer(before: port)
            let sources = [
                ["--token-file", try play.secret(Self.token)],
                ["--token-command", "cat '\(try play.secret(Self.token))'"],
                [
                    "--token-file",
                    try play.secret(
                        #"{"access_token":"\#(Self.token)","token_type":"bearer"}"#, "token.json"),
                ],
            ]
            let routes = [
                "/users/get_current_account", "/files/list_folder", "/files/get_thumbnail_batch",
            ]
            let refusals = Guarded(0)
            var shown = 0
            var number = 0
            for route in routes {
                for status in [301, 400, 401, 403, 404, 409, 422, 429] {
                    for asJSON in [true, false] {
                        defer { number += 1 }
                        server.begin(
                            Hostility(name: "echo", route: route, count: 99, ends: []) {
                                client, honest in
                                refusals.withLock { $0 += 1 }
                                return client.send(
                                    Self.echo(honest.request, status: status, asJSON: asJSON).utf8)
                            })
                        let arguments =
                            [
                                "sync", "--library", play.path("library\(number)"), "--endpoint",
                                "http://127.0.0.1:\(server.port)", "--trace",
                                play.path("trace\(number)"),
                            ] + sources[number % 3]
                        let (code, text) = try await run(arguments, verbosity: number / 3 % 4)
                        #expect(
                            [3, 66, 69, 75, 76, 77].contains(code), "\(route) \(status): \(text)")
                        if text.contains("echo") { shown += 1 }
                        let leak = Self.forms.first { text.contains($0) }
                        #expect(leak == nil, "\(route) \(status): \(text)")
                    }
                }
            }
            // The server did repeat it, and what it said was shown.
            #expect(refusals.withLock { $0 } >= 3 * 8 * 2)
            #expect(shown >= 12)
            for name in try FileManager.default.subpathsOfDirectory(atPath: play.folder.path)
            where !name.hasPrefix("token") {
                guard let bytes = FileManager.default.contents(atPath: play.path(name)) else {
                    continue
                }
                for form in Self.forms {
                    #expect(bytes.range(of: Data(form.utf8)) == nil, "\(name) holds \(form)")
                }
            }
        }

        /// Runs the program with one of the four ways to talk: lines, nothing but errors, JSON, a
        /// terminal.
        private func run(
            _ arguments: [String], verbosity: Int
        ) async throws -> (status: Int32, text: String) {
            if verbosity == 3 {
                let outcome = try await Terminal.run(columns: 400, arguments)
                return (outcome.status, outcome.screen)
            }
            let options = [[], ["--quiet"], ["--json"]][verbosity]
            let outcome = try await Program(arguments + options).outcome()
            return (outcome.status, outcome.output + outcome.errors)
        }
    }
}
