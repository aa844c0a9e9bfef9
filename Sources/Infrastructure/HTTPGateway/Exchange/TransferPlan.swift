/// One transfer as the wire needs it: all options merged, the credential in its field.
///
/// A class, so that two threads and several hands pass one reference on, not ten.
package final class TransferPlan: Sendable {
    /// What to do with the body of an accepted response.
    package enum Sink: Sendable {
        /// Collect it.
        case memory(limit: Int)
        /// Write it to a file.
        case file(HTTPFileTarget)
        /// Hand it over piece by piece.
        case chunks
    }

    package let url: HTTPURL
    /// What it goes through, if not straight to its server.
    package let proxy: HTTPOrigin?
    package let method: HTTPMethod
    /// Holds the credential: never to be printed.
    package let headers: HTTPHeaders
    package let body: HTTPBody
    package let options: HTTPOptions
    package let accepted: HTTPStatusSet
    package let isRepeatable: Bool
    package let sink: Sink

    init(
        url: HTTPURL, proxy: HTTPOrigin?, method: HTTPMethod, headers: HTTPHeaders, body: HTTPBody,
        options: HTTPOptions, accepted: HTTPStatusSet, isRepeatable: Bool, sink: Sink
    ) {
        self.url = url
        self.proxy = proxy
        self.method = method
        self.headers = headers
        self.body = body
        self.options = options
        self.accepted = accepted
        self.isRepeatable = isRepeatable
        self.sink = sink
    }

    /// Whom a connection is made to.
    package var peer: HTTPOrigin { proxy ?? url.origin }

    /// Whether its name has to be resolved.
    package var needsResolver: Bool {
        if let proxy { !proxy.needsNoResolver } else { !url.origin.needsNoResolver }
    }

    /// How long resolving its name, connecting and TLS may take together.
    package var connectTimeout: Duration { options.connectTimeout ?? .seconds(15) }

    /// How long nothing may move, and the window of the minimum rate.
    package var idleTimeout: Duration { options.idleTimeout ?? .seconds(30) }

    /// How long the first byte of a response may take.
    package var firstByteTimeout: Duration { options.firstByteTimeout ?? idleTimeout }

    /// Bytes a second that have to move at least; a limit of the bandwidth must not look like a stall.
    package func minimumRate(within bandwidth: HTTPBandwidth?) -> Int64 {
        let limits = [bandwidth?.download, bandwidth?.upload].compactMap(\.self)
        return min(Int64(max(0, options.minimumRate ?? 100)), (limits.min() ?? .max) / 2)
    }

    /// Whether the body may come compressed: it is decompressed on its way, which in a file nobody asked for.
    package var acceptsCompression: Bool { options.acceptsCompression == true && !isFile }

    /// The bytes of a body that may be on their way to its reader.
    package static let readerWindow = 256 << 10

    /// A refused response is kept for its reasons, up to here.
    package static let refusedBodyLimit = 65_536

    /// What is wrong with a response, as far as its head shows it.
    package func complaint(about head: HTTPResponseHead) -> HTTPError? {
        let headers = head.headers
        // A refused response is read for its reasons only: those may come as they like.
        guard accepted.contains(head.status) else { return nil }
        if let encoding = headers.firstValue(of: "content-encoding"), !acceptsCompression,
            !encoding.isEmpty, !encoding.equalsIgnoringCase("identity".utf8)
        {
            return HTTPError(
                .badEncoding, "the body is compressed, which was not asked for", phase: .receiving)
        }
        if head.status == 206, !isFile, !self.headers.has("range") {
            return HTTPError(
                .contentMismatch, "the server sent a part, and was asked for the whole",
                phase: .receiving)
        }
        if mayHaveBody(head), options.allowsUnframedBody != true,
            head.version.utf8.first == UInt8(ascii: "1"), !isFramed(headers)
        {
            return HTTPError(
                .unframedBody,
                "the body has neither a length nor chunks, so its end cannot be told",
                phase: .receiving)
        }
        return nil
    }

    /// Whether the end of the body can be told: a transfer coding counts before a length, and only one whose
    /// last step is `chunked` has an end (RFC 9112, 6.3).
    private func isFramed(_ headers: HTTPHeaders) -> Bool {
        guard headers.has("transfer-encoding") else { return headers.has("content-length") }
        let last = headers.values(of: "transfer-encoding").last?.split(separator: ",").last
        return last?.trimmingPrefix { $0 == " " || $0 == "\t" }.lowercased() == "chunked"
    }

    /// The most bytes that the body of a response with this head may have.
    package func bodyLimit(for head: HTTPResponseHead) -> Int64 {
        guard accepted.contains(head.status) else { return Int64(Self.refusedBodyLimit) }
        let limit = options.bodyLimit ?? .max
        return switch sink {
        case .memory(let own): min(limit, Int64(own))
        case .file(let target): min(limit, target.limit)
        case .chunks: limit
        }
    }

    private var isFile: Bool { if case .file = sink { true } else { false } }

    private func mayHaveBody(_ head: HTTPResponseHead) -> Bool {
        method != .head && head.status != 204 && head.status != 304 && head.status >= 200
    }
}
