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
    package let method: HTTPMethod
    /// Holds the credential: never to be printed.
    package let headers: HTTPHeaders
    package let body: HTTPBody
    package let options: HTTPOptions
    package let accepted: HTTPStatusSet
    package let isRepeatable: Bool
    package let sink: Sink

    init(
        url: HTTPURL, method: HTTPMethod, headers: HTTPHeaders, body: HTTPBody,
        options: HTTPOptions, accepted: HTTPStatusSet, isRepeatable: Bool, sink: Sink
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.options = options
        self.accepted = accepted
        self.isRepeatable = isRepeatable
        self.sink = sink
    }

    /// A refused response is kept for its reasons, up to here.
    package static let refusedBodyLimit = 65_536

    /// What is wrong with a response, as far as its head shows it.
    package func complaint(about head: HTTPResponseHead) -> HTTPError? {
        let headers = head.headers
        if let encoding = headers.firstValue(of: "content-encoding"),
            options.acceptsCompression != true || isFile, !encoding.isEmpty,
            !encoding.equalsIgnoringCase("identity".utf8), accepted.contains(head.status)
        {
            return HTTPError(
                .badEncoding, "the body is compressed, which was not asked for", phase: .receiving)
        }
        if head.status == 206, accepted.contains(206), !isFile,
            !self.headers.has("range")
        {
            return HTTPError(
                .contentMismatch, "the server sent a part, and was asked for the whole",
                phase: .receiving)
        }
        if mayHaveBody(head), options.allowsUnframedBody != true,
            head.version.utf8.first == UInt8(ascii: "1"),
            !headers.has("content-length"),
            !headers.has("transfer-encoding")
        {
            return HTTPError(
                .unframedBody,
                "the body has neither a length nor chunks, so its end cannot be told",
                phase: .receiving)
        }
        return nil
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
