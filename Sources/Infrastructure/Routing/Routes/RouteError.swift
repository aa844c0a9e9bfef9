public import BoundaryErrors
import TextFormats

/// The reason why a call of a route failed, or why an address leads to no route.
public struct RouteError: BoundaryError {
    /// The kind of error; new codes may be added.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String

        /// Creates the code named `name`.
        public init(_ name: String) { self.name = name }
    }

    /// The kind of error.
    public let code: Code
    /// The name of the route; `nil` for an address that leads to none.
    public let route: String?
    /// The parameter of the address that is wrong; `nil` for other errors.
    public let key: String?
    /// The underlying error; `nil` where there is none.
    public let cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: the kind of error.
    ///   - route: the name of the route.
    ///   - key: the parameter of the address that is wrong.
    ///   - cause: the underlying error.
    public init(
        _ code: Code, route: String?, key: String? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.route = route
        self.key = key
        self.cause = cause
    }

    /// Creates the error of a call that failed with `error`; a route error stays as it is.
    init(_ error: any Error, in route: String) {
        self = error as? RouteError ?? RouteError(.failed, route: route, cause: error)
    }

    /// The error in one sentence; text from an address is escaped for a terminal.
    public var message: String {
        let subject = route.map { "the route \($0)" } ?? "the address"
        let parameter = key.map { " '\(TerminalText.escape($0))'" } ?? ""
        let reason = cause.map { ": \($0)" } ?? ""
        return "\(subject) \(code.predicate)\(parameter)\(reason)"
    }
}
