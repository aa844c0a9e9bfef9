import SwiftSyntax
import SwiftSyntaxBuilder

/// The check, as it is written into a member.
///
/// Asking costs a few loads and a comparison; whatever costs more is behind it, in a second call.
struct Check {
    /// How the member is used; the names are those of `SchedulerPin.Access`.
    enum Access: String {
        case call, value, attempt, suspension, signal, write
    }

    private let access: Access
    private let member: String
    private let here: String
    private let answer: String

    /// The check of a property's accessor.
    init(of access: Access, toProperty name: String) {
        self.access = access
        member = name
        here = "here"
        answer = "report"
    }

    /// The check of a method, which is told to whoever records the scheduler's work, too.
    init(of access: Access, toMethod nameWithLabels: String) {
        self.access = access
        member = nameWithLabels
        here = "hereUnrecorded"
        answer = "enter"
    }

    var statement: CodeBlockItemSyntax {
        """
            if self.schedulerPin.home != SchedulerPin.\(raw: here) {
                self.schedulerPin.\(raw: answer)(self, .\(raw: access.rawValue), \(literal: member))
            }
        """
    }
}
