import SwiftSyntax
import SwiftSyntaxBuilder

/// The check that is written into a member.
///
/// It costs a few loads and a comparison. Everything that costs more is in a second call behind it.
struct Check {
    /// The kind of use of the member; the names are those of `SchedulerPin.Access`.
    enum Access: String {
        case call, value, attempt, suspension, signal, write
    }

    private let access: Access
    private let member: String
    private let current: String
    private let answer: String

    /// Creates the check of a property's accessor.
    init(of access: Access, toProperty name: String) {
        self.access = access
        member = name
        current = "current"
        answer = "report"
    }

    /// Creates the check of a method, which also records the call where recording is on.
    init(of access: Access, toMethod nameWithLabels: String) {
        self.access = access
        member = nameWithLabels
        current = "currentUnrecorded"
        answer = "enter"
    }

    var statement: CodeBlockItemSyntax {
        """
            if self.schedulerPin.home != SchedulerPin.\(raw: current) {
                self.schedulerPin.\(raw: answer)(self, .\(raw: access.rawValue), \(literal: member))
            }
        """
    }
}
