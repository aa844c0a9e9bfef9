import LoopbackTestKit
import Scheduling
import Testing
import WebServer

@Suite struct HostCheckTests {
    /// Sends a head, and returns the status.
    private func status(
        _ target: String, _ hosts: (Int) -> [String], handler: @escaping WebHandler
    ) async throws -> RawReply? {
        var reply: RawReply?
        try await withServer(handler: handler) { _, client in
            let lines = hosts(client.port).map { "Host: \($0)\r\n" }.joined()
            let target = target.replacing("PORT", with: String(client.port))
            reply = try await client.script { connection in
                connection.send("GET \(target) HTTP/1.1\r\n\(lines)\r\n")
                return connection.reply()
            }
        }
        return reply
    }

    @Test(arguments: [
        ("/", "127.0.0.1"), ("/", "localhost"), ("/", "[::1]"), ("http://localhost:PORT/", "[::1]"),
    ])
    func aRequestToThisServerIsServed(target: String, host: String) async throws {
        let reply = try await status(target, { ["\(host):\($0)"] }) { .text($0.path) }
        #expect(reply?.status == 200)
        #expect(reply?.text == "/")
    }

    @Test(
        arguments: [
            ("/", []), ("/", ["evil.example"]), ("/", ["127.0.0.1"]),
            ("/", ["127.0.0.1:PORT", "127.0.0.1:PORT"]), ("/", ["127.0.0.1:PORT", "evil.example"]),
            ("http://evil.example/", ["127.0.0.1:PORT"]),
            ("http://evil.example?http://127.0.0.1:PORT/", ["127.0.0.1:PORT"]),
            ("http://127.0.0.1:PORT/", ["evil.example"]),
            ("http://127.0.0.1:PORT@evil.example/", ["127.0.0.1:PORT"]),
        ] as [(String, [String])])
    func aForeignRequestIsRefusedBeforeTheHandler(
        target: String, hosts: [String]
    ) async throws {
        let calls = Guarded(0)
        let reply = try await status(
            target, { port in hosts.map { $0.replacing("PORT", with: String(port)) } },
            handler: { _ in
                calls.withLock { $0 += 1 }
                return .text("reached")
            })
        #expect(reply?.status == 403)
        #expect(reply?.headers["connection"] == "close")
        #expect(reply?.text.contains("evil") == false)
        #expect(calls.withLock(\.self) == 0)
    }

    @Test(arguments: ["https://127.0.0.1:PORT/", "ftp://127.0.0.1:PORT/", "127.0.0.1:PORT", "x"])
    func anotherFormOfTargetIsMalformed(target: String) async throws {
        let reply = try await status(target, { ["127.0.0.1:\($0)"] }) { _ in .text("reached") }
        #expect(reply?.status == 400)
    }

    @Test func aForeignRequestWaitsForEarlierResponses() async throws {
        try await withServer { _, client in
            let replies = try await client.script { connection in
                connection.get(port: client.port)
                connection.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                let first = connection.reply()
                return [first, RawReply(connection.rest())]
            }
            #expect(replies.map { $0?.status } == [200, 403])
        }
    }
}
