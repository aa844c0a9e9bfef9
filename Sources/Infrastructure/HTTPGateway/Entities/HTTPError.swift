public import BoundaryErrors
import TextFormats

/// The failure of a request: its kind, its context, and the remedy.
///
/// No text in an error contains a secret: addresses come without their query, and the credential of
/// the request is removed.
public struct HTTPError: BoundaryError {
    /// The stage that a request had reached.
    public enum Phase: String, Sendable, CaseIterable {
        /// Nothing has been sent; the request itself, its options or its host are at fault.
        case preparing
        /// The request was waiting for its host's pacer or for a free connection.
        case waiting
        /// The host name was being resolved.
        case resolving
        /// The connection was being established.
        case connecting
        /// The TLS handshake was in progress.
        case securing
        /// The request was being sent.
        case sending
        /// The request was sent, and no byte of a response was received.
        case awaiting
        /// The response was being received.
        case receiving
        /// The response was complete, and was being turned into the output.
        case handling
    }

    /// The storage of an error behind one reference: results are passed on more often than made.
    private final class Box: Sendable {
        let fields: Fields
        init(_ fields: Fields) { self.fields = fields }
    }

    private struct Fields: Sendable {
        let code: Code
        var reason: String
        var request: String?
        let phase: Phase
        var attempts = 0
        var cause: (any Error)?
        var response: HTTPResponse?
        let retryAfter: Duration?
    }

    private var box: Box

    private var fields: Fields {
        get { box.fields }
        set { box = Box(newValue) }
    }

    /// Creates an error, as a gateway, a stub or a response handler does.
    public init(
        _ code: Code, _ reason: String, phase: Phase = .preparing, cause: (any Error)? = nil,
        response: HTTPResponse? = nil, retryAfter: Duration? = nil
    ) {
        box = Box(
            Fields(
                code: code, reason: reason, phase: phase, cause: cause, response: response,
                retryAfter: retryAfter))
    }

    /// The kind of the error.
    public var code: Code { box.fields.code }
    /// The description of the failure in a sentence, without secrets.
    public var reason: String { box.fields.reason }
    /// The request, as `METHOD address` without the query; `nil` before a request exists.
    public internal(set) var request: String? {
        get { box.fields.request }
        set { fields.request = newValue }
    }
    /// The stage that the request had reached.
    public var phase: Phase { box.fields.phase }
    /// The number of attempts, including the failed one.
    public internal(set) var attempts: Int {
        get { box.fields.attempts }
        set { fields.attempts = newValue }
    }
    /// The underlying error; `nil` if there is none.
    public internal(set) var cause: (any Error)? {
        get { box.fields.cause }
        set { fields.cause = newValue }
    }
    /// The refused response, with its body cut at 64 KiB; `nil` without a response.
    public var response: HTTPResponse? { box.fields.response }
    /// The wait that the server asks for in `Retry-After`; `nil` without such a field.
    public var retryAfter: Duration? { box.fields.retryAfter }

    /// Whether the same request may succeed later, if it may be repeated at all.
    public var isRetryable: Bool { code.isTransient }

    /// Returns the error with `cause` as its cause; the code and the context stay the same.
    package func caused(by cause: (any Error)?) -> HTTPError {
        var error = self
        error.cause = cause ?? self.cause
        return error
    }

    package func of(_ request: String, attempts: Int) -> HTTPError {
        var error = self
        error.request = request
        error.attempts = attempts
        return error
    }

    /// Returns the error without the secret that its request carried.
    ///
    /// This is the one place that removes the secret from the texts of a server. If a cause quotes
    /// the secret, as the error of a reader may, the cause is replaced by its text without the
    /// secret. A short secret is not removed from the texts of the program itself, which contain it
    /// by chance.
    ///
    /// - Parameter quotesServer: whether the error may contain text as the server has sent it.
    func concealing(_ credential: Credential, quotesServer: Bool) -> HTTPError {
        (quotesServer ? withholding(credential) : self).removing(credential)
    }

    /// Returns the error without its texts, if the secret is short.
    private func withholding(_ credential: Credential) -> HTTPError {
        guard credential.isShort else { return self }
        var error = self
        error.fields.reason = "cannot use the answer of the server; \(Self.withheld)"
        error.cause = nil
        return error
    }

    private func removing(_ credential: Credential) -> HTTPError {
        func concealed(_ text: String) -> String? {
            credential.concealed(in: text.utf8).map { String(decoding: $0, as: UTF8.self) }
        }
        var error = self
        if let reason = concealed(reason) { error.fields.reason = reason }
        if let request = request.flatMap(concealed) { error.request = request }
        if let response = response?.concealing(credential) { error.fields.response = response }
        if let text = cause.flatMap({ concealed("\($0)") }) {
            error.cause = ConcealedCause(description: text)
        }
        return error
    }
}

/// The text of an error without the secret that it quoted.
private struct ConcealedCause: Error, CustomStringConvertible {
    let description: String
}

extension HTTPError {
    /// The request, the failure, its code, and the stage and attempt in which it occurred.
    public var message: String {
        let attempt = attempts > 1 ? ", attempt \(attempts)" : ""
        return (request.map { "\($0): " } ?? "")
            + "\(reason) (\(code.name), while \(phase.rawValue)\(attempt))"
    }

    /// All fields in one line: control characters are escaped, and the text of a server is cut.
    public var description: String {
        let parts = [message, advice, cause.map { "cause: \($0)" }].compactMap(\.self)
        return TerminalText.truncate(parts.joined(separator: "; "), width: 1_000)
    }
}
