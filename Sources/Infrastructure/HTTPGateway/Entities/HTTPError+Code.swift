public import BoundaryErrors

extension HTTPError {
    /// The kind of an error.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String
        /// Whether the same request may succeed later.
        public let isTransient: Bool
        /// The remedy, for the person who reads the error.
        public let advice: String?

        /// Creates a code of your own, for the errors of your response handlers.
        public init(_ name: String, isTransient: Bool = false, advice: String) {
            self.name = name
            self.isTransient = isTransient
            self.advice = advice
        }
    }
}

extension HTTPError.Code {
    // The request itself.

    /// The method, a header field, the body or an option cannot be sent.
    public static let invalidRequest = Self("invalidRequest", advice: "correct the request")
    /// The address is not an http or https address.
    public static let invalidURL = Self("invalidURL", advice: "correct the address")
    /// A credential would have been sent to another origin, or over plain http.
    public static let insecureCredential = Self("insecureCredential", advice: "use https")
    /// The credential is missing, or could not be refreshed.
    public static let credentialUnavailable = Self("credentialUnavailable", advice: "sign in again")

    // The gateway.

    /// The request was cancelled.
    public static let cancelled = Self("cancelled", advice: "send it again if it is still needed")
    /// The gateway was invalidated or released.
    public static let invalidated = Self("invalidated", advice: "create another gateway")
    /// The service that sends requests cannot be reached.
    public static let unavailable = Self("unavailable", advice: "see the cause")

    // Establishing the connection.

    /// The host name could not be resolved to an address.
    public static let nameNotResolved = Self(
        "nameNotResolved", isTransient: true, advice: "check the host's name and the network")
    /// The machine refused the connection: no server listens there.
    public static let connectionRefused = Self(
        "connectionRefused", isTransient: true,
        advice: "check the address, and that the server runs")
    /// No connection could be made, for another reason.
    public static let connectFailed = Self(
        "connectFailed", isTransient: true, advice: "check the network and that the server runs")
    /// The connection was not established in time.
    public static let connectTimedOut = Self(
        "connectTimedOut", isTransient: true, advice: "check the network, or allow more time")
    /// The proxy cannot be reached, or fails.
    public static let proxyFailed = Self(
        "proxyFailed", isTransient: true, advice: "check the proxy")
    /// The proxy refuses the connection: the access data are wrong, or its rules forbid the server.
    public static let proxyRefused = Self(
        "proxyRefused", advice: "check the proxy's user name, password and rules")
    /// The TLS handshake failed.
    public static let tlsFailed = Self(
        "tlsFailed", isTransient: true, advice: "check the server's TLS configuration")
    /// The server's certificate does not prove the server's identity.
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
    public static let emptyResponse = Self("emptyResponse", isTransient: true, advice: "try again")
    /// The body ended before its announced end, or is a part that was not requested.
    public static let truncatedBody = Self("truncatedBody", isTransient: true, advice: "try again")
    /// The transfer moved too few bytes for too long.
    public static let stalled = Self(
        "stalled", isTransient: true, advice: "check the network, or allow more time")
    /// The request's deadline has passed.
    public static let deadlineExceeded = Self(
        "deadlineExceeded", isTransient: true, advice: "allow more time, or request less")
    /// The received data is not HTTP.
    public static let malformedResponse = Self(
        "malformedResponse", advice: "check that the address is an HTTP server")
    /// The response's header fields exceed their limit.
    public static let headersTooLarge = Self("headersTooLarge", advice: "do not trust this server")
    /// The body exceeds its limit, on the wire or decompressed.
    public static let bodyTooLarge = Self(
        "bodyTooLarge", advice: "raise the limit if this size is expected, or use a file")
    /// The body's compression is broken, unknown or was not requested.
    public static let badEncoding = Self("badEncoding", advice: "disable compression")
    /// The body has no announced end, so that a truncated body looks complete.
    public static let unframedBody = Self(
        "unframedBody", advice: "set `allowsUnframedBody` if this is usual for this server")

    // Redirects.

    /// A redirect must not be followed.
    public static let redirectRefused = Self(
        "redirectRefused",
        advice: "check the address; use the one that the server names if you trust it")
    /// The request was redirected more often than allowed.
    public static let tooManyRedirects = Self("tooManyRedirects", advice: "check the address")

    // Statuses of the server's response.

    /// The server responded with 401 (Unauthorized).
    public static let unauthorized = Self("unauthorized", advice: "sign in again")
    /// The server responded with 403 (Forbidden).
    public static let forbidden = Self("forbidden", advice: "request the permission")
    /// The server responded with 404 (Not Found) or 410 (Gone).
    public static let notFound = Self("notFound", advice: "check the path")
    /// The server responded with 408 (Request Timeout).
    public static let requestTimeout = Self(
        "requestTimeout", isTransient: true, advice: "try again")
    /// The server responded with 409 (Conflict).
    public static let conflict = Self("conflict", advice: "see the response, which has the reason")
    /// The server responded with 412 (Precondition Failed).
    public static let preconditionFailed = Self(
        "preconditionFailed", advice: "read the resource again; it has changed")
    /// The server responded with 416 (Range Not Satisfiable).
    public static let rangeNotSatisfiable = Self(
        "rangeNotSatisfiable", advice: "start again; the resource has changed")
    /// The server responded with 429 (Too Many Requests).
    public static let rateLimited = Self(
        "rateLimited", isTransient: true, advice: "wait, then continue")
    /// The server responded with any other 4xx status.
    public static let rejected = Self("rejected", advice: "correct the request")
    /// The server responded with 503 (Service Unavailable).
    public static let serverBusy = Self(
        "serverBusy", isTransient: true, advice: "wait, then continue")
    /// The server responded with any other 5xx status.
    public static let serverFailed = Self(
        "serverFailed", isTransient: true, advice: "try again later")
    /// The request does not accept the response's status.
    public static let unexpectedStatus = Self(
        "unexpectedStatus", advice: "check the address, and what the request accepts")

    // Processing the body.

    /// The response handler could not turn the response into an output; see the cause.
    public static let handlerFailed = Self("handlerFailed", advice: "see the cause")
    /// The body's file could not be read or written; see the cause.
    public static let fileFailed = Self("fileFailed", advice: "see the cause")
    /// The received file is not the expected one.
    ///
    /// A host does not repeat the request, since the file may be large. The caller decides whether
    /// another download, from the beginning, is worth its cost.
    public static let contentMismatch = Self("contentMismatch", advice: "fetch it again")
    /// A streamed body failed while it was produced, or cannot be sent again from its beginning.
    public static let bodyFailed = Self("bodyFailed", advice: "see the cause")
    /// The transfer library failed in a way that has no code of its own.
    public static let transportFailed = Self(
        "transportFailed", advice: "report it; it is a bug of the gateway")
}
