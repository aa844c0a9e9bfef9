extension HTTPError {
    /// What happened; open, so that a new code breaks no `switch`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let name: String
        /// Whether the same request may succeed later.
        public let isTransient: Bool
        /// What to do about it.
        public let advice: String

        /// A code of your own, for the errors of your response handlers.
        public init(_ name: String, isTransient: Bool = false, advice: String) {
            self.name = name
            self.isTransient = isTransient
            self.advice = advice
        }

        /// Two codes are one when their names are.
        public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }

        /// The name.
        public var description: String { name }
    }
}

extension HTTPError.Code {
    // The request itself.

    /// A method, header, body or option that cannot be sent.
    public static let invalidRequest = Self("invalidRequest", advice: "correct the request")
    /// An address that is no http or https address.
    public static let invalidURL = Self("invalidURL", advice: "correct the address")
    /// A credential would have gone to another origin, or over plain http.
    public static let insecureCredential = Self("insecureCredential", advice: "use https")
    /// There is no credential, or it could not be renewed.
    public static let credentialUnavailable = Self("credentialUnavailable", advice: "sign in again")

    // The gateway.

    /// Somebody cancelled the request.
    public static let cancelled = Self("cancelled", advice: "push it again if it is still wanted")
    /// The gateway was invalidated or went away.
    public static let invalidated = Self("invalidated", advice: "make another gateway")
    /// The service that sends requests is out of reach.
    public static let unavailable = Self("unavailable", advice: "see the cause")

    // On the way there.

    /// The host's name has no address, or nobody answers for it.
    public static let nameNotResolved = Self(
        "nameNotResolved", isTransient: true, advice: "check the host's name and the network")
    /// The server's machine refused the connection: no server listens there.
    public static let connectionRefused = Self(
        "connectionRefused", isTransient: true,
        advice: "check the address, and that the server runs")
    /// No connection could be made, for another reason.
    public static let connectFailed = Self(
        "connectFailed", isTransient: true, advice: "check the network and that the server runs")
    /// The connection was not there in time.
    public static let connectTimedOut = Self(
        "connectTimedOut", isTransient: true, advice: "check the network, or allow more time")
    /// The proxy is not there or refuses.
    public static let proxyFailed = Self(
        "proxyFailed", isTransient: true, advice: "check the proxy")
    /// The TLS handshake failed.
    public static let tlsFailed = Self(
        "tlsFailed", isTransient: true, advice: "check the server's TLS configuration")
    /// The server's certificate does not prove who it is.
    public static let certificateRejected = Self(
        "certificateRejected",
        advice: "do not trust this server; check its certificate and your clock")

    // The transfer.

    /// The request could not be sent.
    public static let sendFailed = Self("sendFailed", isTransient: true, advice: "try again")
    /// The connection broke.
    public static let connectionLost = Self(
        "connectionLost", isTransient: true, advice: "try again")
    /// The server closed the connection without a response.
    public static let emptyReply = Self("emptyReply", isTransient: true, advice: "try again")
    /// The body ended before its announced end.
    public static let truncatedBody = Self("truncatedBody", isTransient: true, advice: "try again")
    /// Too few bytes moved for too long.
    public static let stalled = Self(
        "stalled", isTransient: true, advice: "check the network, or allow more time")
    /// The request's deadline has passed.
    public static let deadlineExceeded = Self(
        "deadlineExceeded", isTransient: true, advice: "allow more time, or ask for less")
    /// What came is no HTTP.
    public static let malformedResponse = Self(
        "malformedResponse", advice: "check that the address is an HTTP server")
    /// The response's header fields exceed their limit.
    public static let headersTooLarge = Self("headersTooLarge", advice: "do not trust this server")
    /// The body exceeds its limit, on the wire or decompressed.
    public static let bodyTooLarge = Self(
        "bodyTooLarge", advice: "raise the limit if so much is expected, or use a file")
    /// The body's compression is broken, unknown or was not asked for.
    public static let badEncoding = Self("badEncoding", advice: "ask without compression")
    /// The body has no announced end, so that a part cannot be told from the whole.
    public static let unframedBody = Self(
        "unframedBody", advice: "set `allowsUnframedBody` if this server is known to answer so")

    // Redirects.

    /// A redirect that must not be followed.
    public static let redirectRefused = Self(
        "redirectRefused",
        advice: "check the address; use the one that the server names if you trust it")
    /// More redirects than allowed.
    public static let tooManyRedirects = Self("tooManyRedirects", advice: "check the address")

    // The server's answers.

    /// 401.
    public static let unauthorized = Self("unauthorized", advice: "sign in again")
    /// 403.
    public static let forbidden = Self("forbidden", advice: "ask for the permission")
    /// 404 and 410.
    public static let notFound = Self("notFound", advice: "check the path")
    /// 408.
    public static let requestTimeout = Self(
        "requestTimeout", isTransient: true, advice: "try again")
    /// 409.
    public static let conflict = Self("conflict", advice: "look at the response, which says why")
    /// 412.
    public static let preconditionFailed = Self(
        "preconditionFailed", advice: "read the resource again; it has changed")
    /// 416.
    public static let rangeNotSatisfiable = Self(
        "rangeNotSatisfiable", advice: "begin anew; the resource has changed")
    /// 429.
    public static let rateLimited = Self(
        "rateLimited", isTransient: true, advice: "wait, then go on")
    /// Any other 4xx.
    public static let rejected = Self("rejected", advice: "correct the request")
    /// 503.
    public static let serverBusy = Self("serverBusy", isTransient: true, advice: "wait, then go on")
    /// Any other 5xx.
    public static let serverFailed = Self(
        "serverFailed", isTransient: true, advice: "try again later")
    /// A status that the request did not expect.
    public static let unexpectedStatus = Self(
        "unexpectedStatus", advice: "check the address, and what the request accepts")

    // What became of the body.

    /// The response handler could not make an output of the response; see the cause.
    public static let handlerFailed = Self("handlerFailed", advice: "see the cause")
    /// The body's file could not be read or written; see the cause.
    public static let fileFailed = Self("fileFailed", advice: "see the cause")
    /// The file that arrived is not the one that was promised.
    public static let contentMismatch = Self(
        "contentMismatch", isTransient: true, advice: "fetch it again")
    /// A streamed body failed while it was produced, or had to begin anew and cannot.
    public static let bodyFailed = Self("bodyFailed", advice: "see the cause")
    /// The transfer library failed in a way that has no other name.
    public static let transportFailed = Self(
        "transportFailed", advice: "report it; this is our mistake")
}
