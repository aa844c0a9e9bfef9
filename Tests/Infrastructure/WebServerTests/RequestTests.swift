import Dispatch
import Foundation
import LoopbackTestKit
import Testing
import WebServer

@Suite struct RequestTests {
    @Test func aHandlerSeesTheWholeRequest() async throws {
        try await withServer(handler: { request in
            let body = String(decoding: try await request.body.collected(), as: UTF8.self)
            let accept = request.headers["accept"] ?? "none"
            let names = request.headers.map(\.name).sorted().joined(separator: ",")
            return .text(
                [request.method, request.path, request.query, accept, names, body]
                    .joined(separator: " "))
        }) { _, client in
            let reply = try await client.send(
                "POST", "/a%20b/c?d=e%20f", headers: ["Accept": "é"], body: Array("body".utf8))
            #expect(reply.status == 200)
            #expect(
                reply.text
                    == "POST /a%20b/c d=e%20f é accept,connection,content-length body")
        }
    }

    @Test func aBodyArrivesInParts() async throws {
        let arrival = Event()
        let next = DispatchSemaphore(value: 0)
        try await withServer(handler: { request in
            var sizes: [Int] = []
            for try await part in request.body {
                sizes.append(part.count)
                arrival.happen()
            }
            return .text("\(sizes)")
        }) { _, client in
            async let reply = client.script { connection in
                connection.send(
                    "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
                next.wait()
                connection.send("2\r\nde\r\n0\r\n\r\n")
                return connection.reply()
            }
            await arrival.wait()
            next.signal()
            let text = try await reply?.text
            #expect(text == "[3, 2]")
        }
    }

    @Test func aHandlerOnTheLoopOfItsConnectionAnswersAndWaits() async throws {
        try await withServer(
            { $0.runsHandlersOnLoops = true },
            handler: { request in
                // A wait for another thread ends on the loop again.
                await Task.detached {}.value
                let body = try await request.body.collected()
                return .text("\(Self.threadName().prefix(3)) \(request.path) \(body.count)")
            }
        ) { _, client in
            let texts = try await client.script { connection in
                ["/1", "/2"].map { path in
                    connection.get(path, port: client.port)
                    return connection.reply()?.text
                }
            }
            #expect(texts == ["NIO /1 0", "NIO /2 0"])
            let reply = try await client.send("POST", "/3", body: Array("body".utf8))
            #expect(reply.text == "NIO /3 4")
        }
    }

    /// The name of the present thread, which Linux shows in a file.
    private static func threadName() -> String {
        let name = FileManager.default.contents(atPath: "/proc/thread-self/comm")
        return name.map { String(decoding: $0, as: UTF8.self) } ?? "NIO"
    }

    @Test func fieldsOfAllResponsesAreBehindThoseOfOne() async throws {
        let fixed = FixedFields([("X-Fixed", "a"), ("not a name", "b"), ("X-Other", "c")])
        try await withServer(handler: { _ in
            var response = WebResponse.text("answer")
            response.headers += [("Content-Length", "99"), ("Date", "never"), ("X-Own", "d")]
            response.fixedHeaders = fixed
            return response
        }) { _, client in
            let reply = try await client.send("GET", "/")
            #expect(reply.headers["x-fixed"] == "a" && reply.headers["x-other"] == "c")
            #expect(reply.headers["x-own"] == "d" && reply.headers["content-length"] == "6")
            #expect(reply.headers["date"]?.hasSuffix("GMT") == true && reply.text == "answer")
        }
    }

    @Test func aConnectionIsUsedAgain() async throws {
        try await withServer(handler: { .text($0.path) }) { _, client in
            let texts = try await client.script { connection in
                ["/1", "/2", "/3"].map { path in
                    connection.get(path, port: client.port)
                    return connection.reply()?.text
                }
            }
            #expect(texts == ["/1", "/2", "/3"])
        }
    }

    @Test func requestsThatArriveTogetherAreAnsweredInOrder() async throws {
        try await withServer(handler: { .text($0.path) }) { _, client in
            let texts = try await client.script { connection in
                for path in ["/1", "/2", "/3"] { connection.get(path, port: client.port) }
                return (0..<3).map { _ in connection.reply()?.text }
            }
            #expect(texts == ["/1", "/2", "/3"])
        }
    }

    @Test(arguments: ["close", "Close", "keep-alive, close"])
    func aClientMayEndTheConnection(value: String) async throws {
        try await withServer { _, client in
            let reply = try await client.send("GET", "/", headers: ["Connection": value])
            #expect(reply.headers["connection"] == "close")
            #expect(reply.isWhole)
        }
    }

    @Test func aConnectionOfHTTP10EndsAfterItsResponse() async throws {
        try await withServer { _, client in
            let reply = try await client.script { connection in
                connection.send("GET / HTTP/1.0\r\nHost: 127.0.0.1:\(client.port)\r\n\r\n")
                return RawReply(connection.rest())
            }
            #expect(reply.text == "answer")
        }
    }

    @Test func aResponseHasItsDate() async throws {
        try await withServer { _, client in
            let date = try await client.send("GET", "/").headers["date"]
            #expect(date?.hasSuffix(" GMT") == true)
        }
    }

    @Test func anErrorOfAHandlerIs500() async throws {
        struct Failure: Error {}
        try await withServer(handler: { _ in throw Failure() }) { _, client in
            let reply = try await client.send("GET", "/")
            #expect(reply.status == 500)
            #expect(reply.isWhole)
        }
    }

    @Test func aResponseToHEADHasNoBody() async throws {
        try await withServer { _, client in
            let reply = try await client.send("HEAD", "/")
            #expect(reply.status == 200)
            #expect(reply.headers["content-length"] == "6")
            #expect(reply.body.isEmpty)
        }
    }

    @Test(arguments: [204, 304]) func aStatusWithoutABodyHasNone(status: Int) async throws {
        try await withServer(handler: { _ in .text("not sent", status: status) }) { _, client in
            let reply = try await client.send("GET", "/")
            #expect(reply.status == status)
            #expect(reply.headers["content-length"] == nil)
            #expect(reply.body.isEmpty)
        }
    }

    @Test func theIPv6AddressIsServed() async throws {
        try await withServer({ $0.address = .loopback6 }) { _, client in
            let reply = try await RawClient(port: client.port, at: .six).send("GET", "/")
            #expect(reply.text == "answer")
        }
    }
}
