import Dispatch
import LoopbackTestKit
import Testing
import WebServer

/// The ends of slow clients.
///
/// The times are short, and each test waits for the end of the connection.
@Suite struct DeadlineTests {
    @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: 127"])
    func aHeadThatDoesNotComeIs408(head: String) async throws {
        try await withServer({ $0.limits.headTime = .milliseconds(50) }) { _, client in
            let reply = try await client.script { connection in
                connection.send(head)
                return RawReply(connection.rest())
            }
            #expect(reply.status == 408)
        }
    }

    @Test func anIdleConnectionEndsWithoutAResponse() async throws {
        try await withServer({ $0.limits.headTime = .milliseconds(500) }) { _, client in
            let (first, rest) = try await client.script { connection in
                connection.get(port: client.port)
                return (connection.reply()?.status, connection.rest())
            }
            #expect(first == 200)
            #expect(rest.isEmpty)
        }
    }

    @Test func aBodyThatDoesNotComeIs408() async throws {
        try await withServer(
            { $0.limits.bodyTime = .milliseconds(50) },
            handler: { request in .text("\(try await request.body.collected().count)") }
        ) { _, client in
            let reply = try await client.script { connection in
                connection.send(
                    "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n"
                        + "Content-Length: 10\r\n\r\nx")
                return RawReply(connection.rest())
            }
            #expect(reply.status == 408)
            #expect(reply.headers["connection"] == "close")
        }
    }

    @Test func aClientThatDoesNotReadLosesItsConnection() async throws {
        let end = Event()
        let finish = DispatchSemaphore(value: 0)
        try await withServer(
            { $0.limits.stallTime = .milliseconds(50) },
            handler: { _ in
                WebResponse(
                    body: WebBody { writer in
                        defer { end.happen() }
                        while true {
                            try await writer.write([UInt8](repeating: 0, count: 1 << 20))
                        }
                    })
            }
        ) { _, client in
            async let script: Void = client.script { connection in
                connection.get(port: client.port)
                finish.wait()
            }
            await end.wait()
            finish.signal()
            try await script
        }
    }
}
