import Dispatch
import LoopbackTestKit
import Testing
import WebServer

@Suite struct LimitTests {
    private static func tight(_ configuration: inout WebServerConfiguration) {
        configuration.limits.headBytes = 1_000
        configuration.limits.headFields = 10
        configuration.limits.bodyBytes = 1_000
    }

    /// The response to bytes, read until the server closes.
    private func reply(
        to head: String, body: [UInt8] = [], handler: @escaping WebHandler = Self.echo
    ) async throws -> RawReply {
        var reply: RawReply?
        try await withServer(Self.tight, handler: handler) { _, client in
            let head = head.replacing("PORT", with: String(client.port))
            reply = try await client.script { connection in
                connection.send(Array(head.utf8) + body)
                return RawReply(connection.rest())
            }
        }
        return try #require(reply)
    }

    private static let echo: WebHandler = { request in
        WebResponse(body: WebBody(try await request.body.collected()))
    }

    private static let host = "Host: 127.0.0.1:PORT\r\n"
    private static let chunked = "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n"
    private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test(arguments: [
        "GET /\(x(1_000)) HTTP/1.1\r\n\(host)\r\n",
        "GET / HTTP/1.1\r\n\(host)X: \(x(1_000))\r\n\r\n",
        "GET / HTTP/1.1\r\n\(host)\(String(repeating: "X: \(x(200))\r\n", count: 5))\r\n",
        "GET / HTTP/1.1\r\n\(host)\(String(repeating: "X: x\r\n", count: 10))\r\n",
        "GET / HTTP/1.1\r\n\(host)\(x(100_000))",
    ])
    func aLargeHeadIs431(head: String) async throws {
        let reply = try await reply(to: head)
        #expect(reply.status == 431)
        #expect(reply.headers["connection"] == "close")
        #expect(reply.isWhole)
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\(host)no colon\r\n\r\n",
        "GET / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n", "GET / HTTP/2.0\r\n\(host)\r\n",
        "\(chunked)\r\nxyz\r\n", "\(chunked)Content-Length: 2\r\n\r\n0\r\n\r\n",
    ])
    func aMalformedRequestIs400(head: String) async throws {
        let reply = try await reply(to: head)
        #expect(reply.status == 400)
        #expect(reply.headers["connection"] == "close")
        #expect(reply.isWhole)
    }

    @Test func anIncompleteBodyIsAnError() async throws {
        let failure = Event()
        try await withServer(handler: { request in
            do {
                return WebResponse(body: WebBody(try await request.body.collected()))
            } catch {
                failure.happen()
                throw error
            }
        }) { _, client in
            _ = try await client.script { connection in
                connection.send(
                    "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n"
                        + "Content-Length: 100\r\n\r\nxyz")
            }
            await failure.wait()
        }
    }

    @Test func aBodyWithinTheLimitIsAccepted() async throws {
        let body = [UInt8](repeating: 1, count: 1_000)
        let reply = try await reply(
            to: "POST / HTTP/1.1\r\n\(Self.host)Content-Length: 1000\r\nConnection: close\r\n\r\n",
            body: body)
        #expect(reply.status == 200)
        #expect(reply.body == body)
    }

    /// The client sends all of its body before it reads, and still gets the response.
    @Test(arguments: [1_001, 4_000_000]) func aLargeBodyIs413(size: Int) async throws {
        let reply = try await reply(
            to: "POST / HTTP/1.1\r\n\(Self.host)Content-Length: \(size)\r\n\r\n",
            body: [UInt8](repeating: 1, count: size))
        #expect(reply.status == 413)
        #expect(reply.isWhole)
    }

    @Test func aLargeBodyWithoutALengthIs413() async throws {
        let chunk = Array("400\r\n\(Self.x(1_024))\r\n".utf8)
        let reply = try await reply(
            to: Self.chunked + "\r\n", body: Array(repeatElement(chunk, count: 1_000).joined()))
        #expect(reply.status == 413)
        #expect(reply.headers["connection"] == "close")
        #expect(reply.isWhole)
    }

    @Test func aBodyThatIsNotReadIsLimited() async throws {
        let reply = try await reply(
            to: Self.chunked + "\r\n", body: Array("FFFF\r\n\(Self.x(65_535))\r\n".utf8),
            handler: { _ in .text("ignored") })
        #expect(reply.status == 200)
        #expect(reply.text == "ignored")
    }

    @Test func aConnectionThatWaitsMakesRoom() async throws {
        try await withServer({ $0.limits.connections = 2 }) { server, client in
            let served: @Sendable (RawConnection) -> Bool = { connection in
                connection.get(port: client.port)
                return connection.reply()?.status == 200
            }
            let connections = try await client.script { first in
                let isServed = served(first)
                guard let second = RawConnection(to: client.port), served(second),
                    let third = RawConnection(to: client.port), served(third)
                else { return [false] }
                // The first one has waited longest; the others are still served.
                return [isServed, first.waitForEnd(), served(second), served(third)]
            }
            #expect(connections == [true, true, true, true])
            #expect(server.connectionCount <= 2)
        }
    }

    @Test func aConnectionTooManyIs503() async throws {
        let (arrival, first, second) = (Event(), Event(), Event())
        try await withServer(
            { $0.limits.connections = 2 },
            handler: { request in
                arrival.happen()
                await (request.path == "/1" ? first : second).wait()
                return .text("served")
            }
        ) { _, client in
            async let firstReply = client.send("GET", "/1")
            async let secondReply = client.send("GET", "/2")
            await arrival.wait()
            await arrival.wait()
            for _ in 0..<3 {
                let refused = try await client.script { RawReply($0.rest()) }
                #expect(refused.status == 503)
            }
            first.happen()
            second.happen()
            #expect(try await [firstReply.text, secondReply.text] == ["served", "served"])
        }
    }

    /// Holds the requests for `/hold`, and reports each that has arrived.
    private static func holding(_ arrived: DispatchSemaphore) -> WebHandler {
        { request in
            guard request.path == "/hold" else { return .text("served") }
            arrived.signal()
            await Event().wait()
            return .text("held")
        }
    }

    /// The visitor whose cookie is his name.
    private static let visitors: @Sendable (String?) -> WebVisitor = { cookie in
        switch cookie {
        case nil: .unknown
        case "owner": .owner
        case let guest?: .guest(Int(guest) ?? 0)
        }
    }

    /// The connections of visitors, each with one request.
    private final class Crowd {
        private let port: Int
        private let arrived: DispatchSemaphore
        private(set) var held: [RawConnection] = []

        init(port: Int, _ arrived: DispatchSemaphore) {
            (self.port, self.arrived) = (port, arrived)
        }

        /// Opens a connection whose request is held; returns whether it is being served.
        func hold(_ cookie: String?) -> Bool {
            guard let connection = RawConnection(to: port) else { return false }
            connection.get("/hold", port: port, headers: Self.field(cookie))
            held.append(connection)
            return arrived.wait(timeout: .now() + 20) == .success
        }

        /// Returns the status of a short response.
        func status(_ cookie: String?) -> Int {
            guard let connection = RawConnection(to: port) else { return 0 }
            connection.get(port: port, headers: Self.field(cookie))
            return connection.reply()?.status ?? 0
        }

        private static func field(_ cookie: String?) -> String {
            cookie.map { "Cookie: \($0)\r\n" } ?? ""
        }
    }

    @Test func guestsLeaveConnectionsToEachOtherAndToTheOwner() async throws {
        let arrived = DispatchSemaphore(value: 0)
        try await withServer(
            {
                $0.limits.connections = 8
                $0.limits.guestConnections = 3
                $0.limits.ownerConnections = 3
                $0.visitor = Self.visitors
            }, handler: Self.holding(arrived)
        ) { _, client in
            let results = try await client.script { _ in
                let crowd = Crowd(port: client.port, arrived)
                var results = (0..<3).map { _ in crowd.hold("1") }
                // One guest has all of its connections, and all guests together have theirs.
                results += [crowd.status("1") == 503, crowd.status("2") == 200]
                results += [crowd.hold("2"), crowd.hold("3"), crowd.status("2") == 503]
                results += [crowd.status("owner") == 200, crowd.status(nil) == 200]
                results += (0..<3).map { _ in crowd.hold("owner") }
                return results
            }
            #expect(results == Array(repeating: true, count: 13))
        }
    }

    @Test func theOldestConnectionWithoutASessionMakesRoom() async throws {
        let arrived = DispatchSemaphore(value: 0)
        try await withServer(
            {
                $0.limits.connections = 3
                $0.visitor = Self.visitors
            }, handler: Self.holding(arrived)
        ) { _, client in
            let results = try await client.script { waiting in
                let crowd = Crowd(port: client.port, arrived)
                var results = [nil, "owner", nil].map { crowd.hold($0) }
                results += [waiting.waitForEnd(), crowd.status("owner") == 200]
                return results + [crowd.held[0].waitForEnd(), crowd.status(nil) == 200]
            }
            #expect(results == Array(repeating: true, count: 7))
        }
    }
}
