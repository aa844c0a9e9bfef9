import SwiftSyntax
import SwiftSyntaxBuilder

/// The check, as it is written into a member.
///
/// It compares first and reports in a second call, which keeps its cost at a few loads and a comparison.
struct Check {
    /// How the member is used; the names are those of `SchedulerPin.Access`.
    enum Access: String {
        case call, value, attempt, suspension, signal, write
    }

    private let access: Access
    private let member: String
    private let question: String

    /// The check of a property's accessor.
    init(of access: Access, toProperty name: String) {
        self.access = access
        member = name
        question = "isCurrent"
    }

    /// The check of a method.
    init(of access: Access, toMethod nameWithLabels: String) {
        self.access = access
        member = nameWithLabels
        question =
            "isCurrent(entering: \(StringLiteralExprSyntax(content: nameWithLabels)), of: Self.self)"
    }

    var statement: CodeBlockItemSyntax {
        """
            if !self.schedulerPin.home.\(raw: question) {
                self.schedulerPin.report(self, .\(raw: access.rawValue), \(literal: member))
            }
        """
    }
}
