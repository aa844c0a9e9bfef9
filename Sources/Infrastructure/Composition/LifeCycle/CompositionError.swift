public import BoundaryErrors

/// The reason why a scope did not start.
///
/// `Scope.start()` throws it. Its `cause` is the error of the factory of a service, if one has
/// failed.
public struct CompositionError: BoundaryError {
    /// The kind of error; new codes may be added.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String

        /// Creates the code named `name`.
        public init(_ name: String) { self.name = name }

        /// The factory of a service failed.
        public static let constructionFailed = Code("constructionFailed")
        /// The scope was stopped before or during its start.
        public static let stopped = Code("stopped")
    }

    /// The kind of error.
    public let code: Code
    /// The service, module or scope concerned, such as `Feed of account 'ada'`.
    public let subject: String
    /// The underlying error; `nil` where there is none.
    public let cause: (any Error)?

    init(_ code: Code, _ subject: String, _ cause: (any Error)? = nil) {
        self.code = code
        self.subject = subject
        self.cause = cause
    }

    /// The code, the subject and the cause.
    public var message: String {
        "\(code.name): \(subject)" + (cause.map { ": \($0)" } ?? "")
    }
}
