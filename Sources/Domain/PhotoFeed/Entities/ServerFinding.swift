/// The result of an examination of a server, in one sentence, with the remedy.
///
/// ```swift
/// ServerFinding("etags", .warning, "the server sends weak entity tags", advice: "update it")
/// ```
public struct ServerFinding: Hashable, Sendable {
    /// The importance of a finding.
    public enum Severity: String, Hashable, Sendable {
        /// Everything works.
        case good
        /// Something is slower, or missing, than it could be.
        case warning
        /// Something does not work.
        case bad
    }

    /// A stable name of what was examined: lower-case letters, digits and hyphens.
    ///
    /// Only a literal makes one, so that no text of a server becomes a name.
    public struct Name: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name as text.
        public let text: String

        /// Creates the name of a literal.
        public init(stringLiteral literal: StaticString) { text = "\(literal)" }
    }

    /// The name of what was examined.
    public let name: Name
    /// The importance.
    public let severity: Severity
    /// The finding in one sentence; it may quote the server.
    public let message: String
    /// The remedy, as a command to the user; `nil` if nothing is to be done.
    public let advice: String?

    /// Creates a finding.
    public init(_ name: Name, _ severity: Severity, _ message: String, advice: String? = nil) {
        self.name = name
        self.severity = severity
        self.message = message
        self.advice = advice
    }
}
