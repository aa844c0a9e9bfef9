/// One transfer with all options merged, and the credential in its header field.
///
/// It is a class, so that threads and layers pass one reference on instead of ten.
package final class TransferPlan: Sendable {
    /// The destination of the body of an accepted response.
    package enum Destination: Sendable {
        /// Collects the body in memory.
        case memory(limit: Int)
        /// Writes the body to a file.
        case file(HTTPFileTarget)
        /// Passes the body on piece by piece.
        case chunks
    }

    package let url: HTTPURL
    /// The proxy; `nil` for a direct connection.
    package let proxy: HTTPOrigin?
    package let method: HTTPMethod
    /// The header fields; they contain the credential and must never be printed.
    package let headers: HTTPHeaders
    package let body: HTTPBody
    package let options: HTTPOptions
    package let accepted: HTTPStatusSet
    package let isRepeatable: Bool
    package let destination: Destination

    init(
        url: HTTPURL, proxy: HTTPOrigin?, method: HTTPMethod, headers: HTTPHeaders, body: HTTPBody,
        options: HTTPOptions, accepted: HTTPStatusSet, isRepeatable: Bool, destination: Destination
    ) {
        self.url = url
        self.proxy = proxy
        self.method = method
        self.headers = headers
        self.body = body
        self.options = options
        self.accepted = accepted
        self.isRepeatable = isRepeatable
        self.destination = destination
    }

    /// The origin that the connection is made to.
    package var peer: HTTPOrigin { proxy ?? url.origin }

    /// Whether the name of the peer has to be resolved.
    package var needsResolver: Bool {
        if let proxy { !proxy.needsNoResolver } else { !url.origin.needsNoResolver }
    }

    /// The time limit for resolving, connecting and TLS together.
    package var connectTimeout: Duration { options.connectTimeout ?? .seconds(15) }

    /// The time limit without any moved byte, and the window of the minimum rate.
    package var idleTimeout: Duration { options.idleTimeout ?? .seconds(30) }

    /// The time limit for the first byte of a response.
    package var firstByteTimeout: Duration { options.firstByteTimeout ?? idleTimeout }

    /// Returns the minimum rate in bytes per second, at most half of the bandwidth limit.
    ///
    /// So a limited transfer does not look stalled.
    package func minimumRate(within bandwidth: HTTPBandwidth?) -> Int64 {
        let limits = [bandwidth?.download, bandwidth?.upload].compactMap(\.self)
        return min(Int64(max(0, options.minimumRate ?? 100)), (limits.min() ?? .max) / 2)
    }

    /// Whether to request compression; not for files, which keep the bytes as the server has them.
    package var acceptsCompression: Bool { options.acceptsCompression == true && !isFile }

    /// The number of bytes of a body that may be in flight to its reader.
    package static let readerWindow = 256 << 10

    /// The number of bytes of a refused response's body that are kept for error messages.
    package static let refusedBodyLimit = 65_536

    /// Returns the error of a response that its head shows; `nil` if there is none.
    package func rejection(about head: HTTPResponseHead) -> HTTPError? {
        let headers = head.headers
        // A refused response is used for error messages only, so any form is accepted.
        guard accepted.contains(head.status) else { return nil }
        if !acceptsCompression, headers.isEncoded {
            return HTTPError(
                .badEncoding, "the body is compressed, which was not requested", phase: .receiving)
        }
        if mayHaveBody(head), headers.has("transfer-encoding"), !headers.isChunked {
            return HTTPError(
                .badEncoding, "the body has a transfer coding other than \"chunked\" alone",
                phase: .receiving)
        }
        if head.status == 206, !isFile, !self.headers.has("range") {
            return HTTPError(
                .truncatedBody, "the server sent a range, but no range was requested",
                phase: .receiving)
        }
        if mayHaveBody(head), options.allowsUnframedBody != true,
            head.version.utf8.first == UInt8(ascii: "1"),
            !headers.has("transfer-encoding"), !headers.has("content-length")
        {
            return HTTPError(
                .unframedBody,
                "the body has neither a length nor chunks, so its end is unknown",
                phase: .receiving)
        }
        return nil
    }

    /// Returns the largest size of the body of a response with this head, in bytes.
    package func bodyLimit(for head: HTTPResponseHead) -> Int64 {
        guard accepted.contains(head.status) else { return Int64(Self.refusedBodyLimit) }
        let limit = options.bodyLimit ?? .max
        return switch destination {
        case .memory(let own): min(limit, Int64(own))
        case .file(let target): min(limit, target.limit)
        case .chunks: limit
        }
    }

    /// Whether the body is written to a file.
    package var isFile: Bool { if case .file = destination { true } else { false } }

    private func mayHaveBody(_ head: HTTPResponseHead) -> Bool {
        method != .head && head.status != 204 && head.status != 304 && head.status >= 200
    }
}

extension HTTPHeaders {
    /// Whether the content has a coding.
    fileprivate var isEncoded: Bool {
        has("content-encoding")
            && values(of: "content-encoding").contains { coding in
                !coding.isEmpty && !coding.utf8.equalsIgnoringCase("identity".utf8)
            }
    }

    /// Whether `chunked` is the only transfer coding (RFC 9112, 6.1).
    ///
    /// The gateway requests no other one. libcurl would remove a compression nevertheless, so that
    /// a small response becomes a large body.
    fileprivate var isChunked: Bool {
        let codings = values(of: "transfer-encoding")
        return codings.count == 1 && codings[0].utf8.equalsIgnoringCase("chunked".utf8)
    }
}
