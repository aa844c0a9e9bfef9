public import BoundaryErrors

/// The reason why a scope did not start, or why a service is not ready.
///
/// `Scope.start()` and `Scope.ready(_:)` throw it. Its `cause` is the error of the migration, the
/// set-up, the factory or the `start` of a service, if one of them has failed.
public struct CompositionError: BoundaryError {
    /// The kind of error; new codes may be added.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String

        /// Creates the code named `name`.
        public init(_ name: String) { self.name = name }

        /// The migration of a module failed.
        public static let migrationFailed = Code("migrationFailed")
        /// The set-up of a module failed.
        public static let setUpFailed = Code("setUpFailed")
        /// The factory of a service failed.
        public static let constructionFailed = Code("constructionFailed")
        /// The start of a service failed.
        public static let startFailed = Code("startFailed")
        /// The start of a service did not end before its deadline.
        public static let deadlineExceeded = Code("deadlineExceeded")
        /// The scope was stopped before or during its start.
        public static let stopped = Code("stopped")
        /// A service that is made at each use has a life cycle, which no scope would run.
        public static let unmanagedLifeCycle = Code("unmanagedLifeCycle")
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
