import CurlGateway
import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import LoopbackTestKit
import Testing

/// Bodies that are not what they are said to be.
@Suite struct UploadTests {
    private let live = LiveGateway()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func whatIsNoPlainFileIsNoBodyAndHoldsNobodyUp() async throws {
        let server = try RawServer.answering { _ in .text("ok") }
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        for name in ["pipe", ""] {
            let error = await live.run(POST(body: .file(folder.file(name))), server.url()).error
            #expect(error?.code == .bodyFailed)
            #expect(error?.reason.contains("not a regular file") == true)
            #expect(error?.reason.contains(folder.path) == true)
        }
        let missing = await live.run(POST(body: .file(folder.file("missing"))), server.url()).error
        #expect(missing?.code == .bodyFailed)
        #expect(server.connectionCount == 0)
    }

    @Test func aLinkToAFileIsFollowed() async throws {
        let server = try RawServer.answering { call in StubResponse(body: call.body) }
        try Data("content".utf8).write(to: URL(fileURLWithPath: folder.file("file")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("file"))
        let outcome = await live.run(POST(body: .file(folder.file("link"))), server.url())
        #expect(outcome.outputs.map(\.bytes) == [Array("content".utf8)])
    }

    @Test(arguments: [0, 1, 100_000], [-1, 0, 1])
    func aProducerOfAnotherLengthThanPromisedIsAnError(
        _ length: Int, _ difference: Int
    ) async throws {
        let server = try RawServer.answering { call in .text("\(call.body.count)") }
        let body = HTTPBody.stream(length: Int64(length)) {
            Repeating(count: max(0, length + difference))
        }
        let outcome = await live.run(POST(body: body), server.url())
        if max(0, length + difference) == length {
            #expect(outcome.outputs.map(\.bytes) == [Array("\(length)".utf8)])
        } else {
            #expect(outcome.error?.code == .bodyFailed)
        }
    }
}
