/// An error that leaves a target: its kind, the failure, the remedy and the cause.
///
/// Every error type that a target throws to others conforms to it. Errors that stay inside a
/// target, and failures that are stored as values, need not conform.
///
/// ```swift
/// struct ArchiveError: BoundaryError {
///     struct Code: ErrorCode {
///         let name: String
///         var advice: String?
///
///         /// The archive ends too early.
///         static let truncated = Code(name: "truncated", advice: "fetch the archive again")
///     }
///
///     let code: Code
///     let path: String
///     var message: String { "cannot read \(path): it ends too early" }
/// }
/// ```
///
/// The rules:
///
/// - Two errors are equal when their codes are equal. Tests and callers compare codes; the texts
///   are for users.
/// - No text contains a secret, or the part of an address that may contain one.
/// - A text may quote an untrusted name. It is escaped where it is written to a terminal or a log,
///   not before.
public protocol BoundaryError: Error, Hashable, CustomStringConvertible {
    /// The type of the kind.
    associatedtype Code: ErrorCode

    /// The kind of error.
    var code: Code { get }

    /// The failure in one sentence, with the file, field or request concerned and the reason.
    var message: String { get }

    /// The remedy, for the user of the program; `nil` if there is none.
    var advice: String? { get }

    /// The underlying error; `nil` if there is none.
    var cause: (any Error)? { get }
}

extension BoundaryError {
    /// The advice of the code.
    public var advice: String? { code.advice }

    /// No underlying error.
    public var cause: (any Error)? { nil }

    /// The message, and the advice in parentheses.
    public var description: String { advice.map { "\(message) (\($0))" } ?? message }

    /// Equality of the codes alone.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Feeds the code into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
