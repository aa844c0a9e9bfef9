import Foundation

/// A minimal HTTP client: each request has its own connection, which is read to its end.
///
/// Tests of a server must see the bytes on the wire. Therefore the client repeats nothing, follows
/// no redirect, and decodes nothing.
package struct RawClient: Sendable {
    /// The port of the server.
    package let port: Int
    private let address: LoopbackAddress

    /// Creates a client of the server on a port.
    package init(port: Int, at address: LoopbackAddress = .four) {
        self.port = port
        self.address = address
    }

    /// Sends a request, and returns the response; its status is 0 if the server sends none.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - target: the path with its query.
    ///   - headers: fields that are added; an empty value removes a field. A request names the
    ///     server as its host, and closes its connection.
    ///   - body: the body, whose length is added.
    /// - Throws: `POSIXError` if the server does not accept the connection or the request.
    package func send(
        _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
    ) async throws -> RawReply {
        var head = "\(method) \(target) HTTP/1.1\r\n"
        var fields = ["Host": "\(address.rawValue):\(port)", "Connection": "close"]
        fields.merge(headers) { $1 }
        if !body.isEmpty || method == "POST" {
            fields["Content-Length"] = String(body.count)
        }
        for (name, value) in fields where !value.isEmpty {
            head += "\(name): \(value)\r\n"
        }
        let request = Array((head + "\r\n").utf8) + body
        return try await script { connection in
            guard connection.send(request) else { throw POSIXError(.EPIPE) }
            return RawReply(connection.rest())
        }
    }

    /// Runs a script on a new connection, in a thread of its own.
    ///
    /// The script may block; Swift's tasks share their threads.
    ///
    /// - Throws: `POSIXError` if the server does not accept the connection.
    package func script<Result: Sendable>(
        _ body: @escaping @Sendable (RawConnection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [port, address] in
                continuation.resume(
                    with: Swift.Result {
                        guard let connection = RawConnection(to: port, at: address) else {
                            throw POSIXError(.ECONNREFUSED)
                        }
                        return try body(connection)
                    })
            }
        }
    }
}

/// A response, of which only the head is parsed.
package struct RawReply: Sendable {
    /// The status; 0 without a response.
    package let status: Int
    /// The header fields by lower-case name; the last one wins.
    package let headers: [String: String]
    /// All bytes after the head.
    package let body: [UInt8]

    /// Parses the bytes of a connection.
    package init(_ bytes: [UInt8]) {
        let separator = Array("\r\n\r\n".utf8)
        let end = bytes.firstRange(of: separator)
        let head = String(decoding: bytes[..<(end?.lowerBound ?? bytes.count)], as: UTF8.self)
        var lines = head.split(separator: "\r\n")
        status = lines.isEmpty ? 0 : Int(lines.removeFirst().split(separator: " ")[1]) ?? 0
        var headers: [String: String] = [:]
        for line in lines {
            let halves = line.split(separator: ":", maxSplits: 1)
            headers[halves[0].lowercased()] = halves[1].trimmingCharacters(in: .whitespaces)
        }
        self.headers = headers
        body = end.map { Array(bytes[$0.upperBound...]) } ?? []
    }

    /// Whether as many bytes have arrived as the head announces.
    package var isWhole: Bool { headers["content-length"].flatMap { Int($0) } == body.count }

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }
}
