import LoopbackTestKit
import Scheduling
import Testing
import WebServer

@Suite struct BodyTests {
    private static let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }

    /// A source that serves parts of `bytes`.
    private static let source = WebBody(length: bytes.count) { range, writer in
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 300) {
            try await writer.write(bytes[start..<min(start + 300, range.upperBound)])
        }
    }

    private func reply(
        to headers: [String: String] = [:], _ response: @escaping WebHandler
    ) async throws -> RawReply {
        var reply: RawReply?
        try await withServer(handler: response) { _, client in
            reply = try await client.send("GET", "/", headers: headers)
        }
        return try #require(reply)
    }

    @Test func aSourceIsSentWhole() async throws {
        let reply = try await reply { _ in WebResponse(body: Self.source) }
        #expect(reply.isWhole)
        #expect(reply.body == Self.bytes)
    }

    @Test(arguments: [true, false]) func aPartIsSentAlone(isInMemory: Bool) async throws {
        let reply = try await reply(to: ["Range": "bytes=250-899"]) { request in
            var response = WebResponse(body: isInMemory ? WebBody(Self.bytes) : Self.source)
            response.select(request.headers["range"])
            response.body = response.body[100..<650]
            return response
        }
        #expect(reply.status == 206)
        #expect(reply.isWhole)
        #expect(reply.body == Array(Self.bytes[350..<900]))
    }

    @Test func aStreamEndsWithItsFunction() async throws {
        let reply = try await reply { _ in
            WebResponse(
                body: WebBody { writer in
                    for part in ["one ", "", "two"] { try await writer.write(part.utf8) }
                })
        }
        #expect(reply.headers["transfer-encoding"] == "chunked")
        #expect(reply.text == "4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n")
    }

    @Test func aLargeBodyIsSentWhole() async throws {
        let bytes = [UInt8](repeating: 7, count: 20_000_000)
        let reply = try await reply { _ in WebResponse(body: WebBody(bytes)) }
        #expect(reply.isWhole)
    }

    @Test(arguments: [0, 1, 299, 300, 999]) func aCutBodyEndsEarly(count: Int) async throws {
        for body in [WebBody(Self.bytes), Self.source] {
            let reply = try await reply { _ in WebResponse(body: body.cut(after: count)) }
            #expect(reply.status == 200)
            #expect(reply.headers["content-length"] == "1000")
            #expect(reply.body == Array(Self.bytes[..<count]))
        }
    }

    @Test func aLargeCutBodyIsSentUpToTheCut() async throws {
        let bytes = [UInt8](repeating: 7, count: 20_000_000)
        let reply = try await reply { _ in
            WebResponse(body: WebBody(bytes).cut(after: 19_000_000))
        }
        #expect(reply.body.count == 19_000_000)
    }

    @Test func aCutBehindTheEndIsNone() async throws {
        let reply = try await reply { _ in
            WebResponse(body: WebBody(Self.bytes).cut(after: 1_000))
        }
        #expect(reply.isWhole)
    }

    @Test func aCutPartEndsWhereTheBodyIsCut() async throws {
        let reply = try await reply { _ in
            WebResponse(body: WebBody(Self.bytes).cut(after: 500)[400..<600])
        }
        #expect(reply.body == Array(Self.bytes[400..<500]))
    }

    @Test func aDrippingBodyPausesAfterEachPart() async throws {
        let pauses = Guarded<[Duration]>([])
        let reply = try await reply { _ in
            WebResponse(
                body: WebBody(Self.bytes).dripping(bytesPerSecond: 4_000) { pause in
                    pauses.withLock { $0.append(pause) }
                })
        }
        #expect(reply.body == Self.bytes)
        #expect(
            pauses.withLock(\.self) == [
                .milliseconds(100), .milliseconds(100), .milliseconds(50),
            ])
    }

    @Test func aBodyWithoutALengthHasNoFaults() {
        let stream = WebBody(stream: { _ in })
        #expect(stream.cut(after: 1).length == nil)
        #expect(stream.dripping(bytesPerSecond: 1) { _ in }.length == nil)
    }

    @Test(arguments: [999, 1_001]) func aSourceOfAnotherLengthIsCut(count: Int) async throws {
        let reply = try await reply { _ in
            WebResponse(
                body: WebBody(length: 1_000) { _, writer in
                    try await writer.write([UInt8](repeating: 1, count: count))
                })
        }
        #expect(reply.status == 200)
        #expect(!reply.isWhole)
        #expect(reply.body.count <= 1_000)
    }

    @Test func aFailedSourceIsCut() async throws {
        struct Failure: Error {}
        let reply = try await reply { _ in
            WebResponse(
                body: WebBody { writer in
                    try await writer.write([1, 2, 3])
                    throw Failure()
                })
        }
        #expect(reply.status == 200)
        #expect(!reply.text.hasSuffix("0\r\n\r\n"))
    }

    @Test func aDroppedConnectionAnswersNothing() async throws {
        let reply = try await reply { _ in throw ConnectionDrop() }
        #expect(reply.status == 0)
    }
}
