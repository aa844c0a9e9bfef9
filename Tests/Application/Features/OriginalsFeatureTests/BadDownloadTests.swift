import Foundation
import LoopbackTestKit
import ProgramTestKit
import Scheduling
import StubServers
import Testing

extension WholeProgram {
    /// `photopark sync --originals` against a server that answers badly for one file.
    @Suite struct BadDownloadTests {
        /// An answer, with the header field that names the revision of the file.
        struct Answer: Sendable, CustomTestStringConvertible {
            let testDescription: String
            /// A part of the message.
            let message: String
            let serve: @Sendable (RawConnection, _ revision: String) -> Void

            init(
                _ name: String, says message: String,
                _ serve: @escaping @Sendable (RawConnection, String) -> Void
            ) {
                testDescription = name
                self.message = message
                self.serve = serve
            }

            static let ok = "HTTP/1.1 200 OK\r\n"
            static let all = [
                Answer("chunks without end", says: "bytes instead of ") { client, revision in
                    client.send(ok + revision + "Transfer-Encoding: chunked\r\n\r\n")
                    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 97, count: 1 << 16)
                    while client.send(chunk + [13, 10]) {}
                },
                Answer("another length", says: "announced 1073741824 bytes instead of ") {
                    client, revision in
                    client.send(ok + revision + "Content-Length: 1073741824\r\n\r\n")
                },
                Answer("a compression", says: "transfer coding") { client, revision in
                    client.send(ok + revision + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")
                },
                Answer("no end", says: "its end is unknown") { client, revision in
                    client.send(ok + revision + "\r\nabc")
                },
                Answer("too many fields", says: "header fields exceed") { client, _ in
                    client.send(
                        ok
                            + String(
                                repeating: "X: \(String(repeating: "a", count: 990))\r\n",
                                count: 70) + "\r\n")
                },
                Answer("no HTTP", says: "HTTP/0.9") { client, _ in
                    client.send("SSH-2.0-OpenSSH_9.2\r\n\r\n")
                },
                Answer("a redirect", says: "redirect") { client, _ in
                    client.send(
                        "HTTP/1.1 302 Found\r\nLocation: ftp://a/\r\nContent-Length: 0\r\n\r\n")
                },
                Answer("403", says: "403") { client, _ in
                    client.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
                },
                Answer("400", says: "400") { client, _ in
                    client.send("HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n")
                },
            ]
        }

        @Test(arguments: Answer.all)
        func oneBadDownloadIs3AndLeavesNothing(_ answer: Answer) async throws {
            let play = try await Playground(photos: 5)
            let server = try Self.server(before: play.endpoint, answer)
            let run = try await Program([
                "sync", "--library", play.path("library"), "--endpoint", server.url(""),
                "--no-thumbnails", "--originals", "--to", play.path("photos"),
            ]).outcome()
            #expect(run.status == 3, "\(run.errors)")
            #expect(run.errors.contains(answer.message), "\(run.errors)")
            #expect(run.output.contains("4 downloaded"), "\(run.output)")
            #expect(play.partLengths.isEmpty)
        }

        /// A server before the stub, which answers the downloads of one file itself.
        private static func server(
            before endpoint: String, _ answer: Answer
        ) throws -> RawServer {
            let victim = Guarded(String?.none)
            let port = endpoint.split(separator: ":").last.flatMap { Int($0) } ?? 0
            return try RawServer { client in
                while let request = client.request() {
                    guard let stub = RawConnection(to: port), stub.send(request.whole),
                        let honest = stub.response()
                    else { return }
                    if let file = request.header("dropbox-api-arg"), request.isOf(file, in: victim)
                    {
                        let head = String(decoding: honest.head, as: UTF8.self)
                        let revision = head.split(separator: "\r\n")
                            .first { $0.lowercased().hasPrefix("dropbox-api-result:") }
                        return answer.serve(client, (revision ?? "") + "\r\n")
                    }
                    guard client.send(honest.whole) else { return }
                }
            }
        }
    }
}

extension RawRequest {
    /// Whether the request is for the first file that was asked for.
    fileprivate func isOf(_ file: String, in victim: borrowing Guarded<String?>) -> Bool {
        victim.withLock { victim in
            if victim == nil { victim = file }
            return victim == file
        }
    }
}
