import SafeText

/// Why a request has no output: what happened, where, and what to do about it.
///
/// Two errors are equal when their codes are; the rest is for a reader. No text in it holds a secret:
/// addresses come without their query, and credentials never get here.
public struct HTTPError: Error, Sendable {
    /// How far the request had come.
    public enum Phase: String, Sendable, CaseIterable {
        /// Nothing has been sent; the request itself or its options are at fault, or its host.
        case preparing
        /// It waited for its host's pacer or for a free connection.
        case waiting
        /// The host's name was being resolved.
        case resolving
        /// The connection was being made.
        case connecting
        /// The TLS handshake was under way.
        case securing
        /// The request was being sent.
        case sending
        /// The request was out, and no byte of a response in.
        case awaiting
        /// The response was arriving.
        case receiving
        /// The response had arrived, and was being turned into the output.
        case handling
    }

    /// What an error holds, in one place: results are handed on much more often than errors are made.
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

    /// An error as a gateway, a stub or a response handler makes it.
    public init(
        _ code: Code, _ reason: String, phase: Phase = .preparing, cause: (any Error)? = nil,
        response: HTTPResponse? = nil, retryAfter: Duration? = nil
    ) {
        box = Box(
            Fields(
                code: code, reason: reason, phase: phase, cause: cause, response: response,
                retryAfter: retryAfter))
    }

    /// What happened.
    public var code: Code { box.fields.code }
    /// What happened, in a sentence without secrets.
    public var reason: String { box.fields.reason }
    /// The request, `METHOD address` without the query; `nil` before one exists.
    public internal(set) var request: String? {
        get { box.fields.request }
        set { fields.request = newValue }
    }
    /// How far the request had come.
    public var phase: Phase { box.fields.phase }
    /// How often it was sent, with this time.
    public internal(set) var attempts: Int {
        get { box.fields.attempts }
        set { fields.attempts = newValue }
    }
    /// What went wrong underneath; `nil` where nothing did.
    public internal(set) var cause: (any Error)? {
        get { box.fields.cause }
        set { fields.cause = newValue }
    }
    /// The response that was refused, its body cut at 64 KiB; `nil` where none came.
    public var response: HTTPResponse? { box.fields.response }
    /// How long the server asks to wait, from its `Retry-After`; `nil` where it asks nothing.
    public var retryAfter: Duration? { box.fields.retryAfter }

    /// Whether the same request may succeed later, if it may be repeated at all.
    public var isRetryable: Bool { code.isTransient }

    /// What the person or the program that sent the request can do.
    public var advice: String { code.advice }

    /// The error as `cause` explains it: same code and context.
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

    /// The error without the secret that its request carried.
    ///
    /// This is the one place that takes it out of what a server said. A cause that quotes it, such as
    /// the error of a reader, becomes its text.
    func concealing(_ credential: Credential) -> HTTPError {
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

/// What an error said, without the secret that it quoted.
private struct ConcealedCause: Error, CustomStringConvertible {
    let description: String
}

extension HTTPError: Equatable {
    /// Equality on the code alone.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}

extension HTTPError: CustomStringConvertible {
    /// Everything, in one line: control characters are escaped, and a server's text is cut.
    public var description: String {
        var text = request.map { "\($0): " } ?? ""
        text += "\(reason) (\(code.name), while \(phase.rawValue)"
        if attempts > 1 { text += ", attempt \(attempts)" }
        text += "); \(advice)"
        if let cause { text += "; cause: \(cause)" }
        return TerminalText.truncate(text, width: 1_000)
    }
}
