import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import LoopbackTestKit

extension RawServer {
    /// A server that answers over real sockets as a stub does.
    static func answering(
        at address: LoopbackAddress = .four,
        _ respond: @escaping @Sendable (RecordedRequest) throws -> StubResponse
    ) throws -> RawServer {
        try RawServer(at: address) { connection in
            while let request = connection.request() {
                guard let call = request.call, let response = try? respond(call),
                    connection.play(response, of: call.method)
                else { return }
            }
        }
    }
}

extension RawRequest {
    /// The request as a stub would have seen it.
    fileprivate var call: RecordedRequest? {
        guard let url = try? HTTPURL("http://\(header("host") ?? "")\(target)") else { return nil }
        var headers = HTTPHeaders()
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            headers.add(String(line[..<colon]), String(line[line.index(after: colon)...]))
        }
        return RecordedRequest(method: HTTPMethod(method), url: url, headers: headers, body: body)
    }
}

extension RawConnection {
    /// Sends a response; `false` when the connection is at its end with it.
    fileprivate func play(_ response: StubResponse, of method: HTTPMethod) -> Bool {
        if response.delay > .zero, waitForEnd(milliseconds: response.delay.wholeMilliseconds) {
            return false
        }
        var head = "HTTP/1.1 \(response.status) Scripted\r\n"
        for (name, value) in response.headers.fields { head += "\(name): \(value)\r\n" }
        if response.isFramed, response.headers["Content-Length"] == nil {
            head += "Content-Length: \(response.body.count)\r\n"
        }
        guard send(head + "\r\n") else { return false }
        if method == .head { return true }
        let body = response.breaksAfter.map { Array(response.body.prefix($0)) } ?? response.body
        guard let rate = response.rate else {
            return send(body) && response.breaksAfter == nil && response.isFramed
        }
        for start in stride(from: 0, to: body.count, by: max(1, rate / 20)) {
            guard send(body[start..<min(body.count, start + max(1, rate / 20))]) else {
                return false
            }
            if waitForEnd(milliseconds: 50) { return false }
        }
        return response.breaksAfter == nil && response.isFramed
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int32 {
        Int32(components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
