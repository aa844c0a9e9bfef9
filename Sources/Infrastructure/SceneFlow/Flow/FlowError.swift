public import BoundaryErrors

/// The reason why a flow could not begin or continue.
///
/// An error of a scene is reported unchanged, and not as a `FlowError`.
public struct FlowError: BoundaryError {
    /// The kind of error; open, so that a new kind breaks no `switch`.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String

        /// Creates the code named `name`.
        public init(_ name: String) { self.name = name }

        /// The table lacks rows.
        public static let invalidTable = Code("invalidTable")
        /// A question was not answered before its deadline.
        public static let deadlineExceeded = Code("deadlineExceeded")
        /// The host has no answer, and cannot ask for one.
        public static let missingInput = Code("missingInput")
    }

    /// The kind of error.
    public let code: Code
    /// The error in one sentence.
    public let message: String

    /// Creates an error with this code and message.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
