package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro that adds the check to a method, and keeps the body at its place for debuggers.
package protocol MethodExpansion: BodyMacro {}

extension MethodExpansion {
    /// The format mode; without formatting, the expansion keeps the author's columns.
    package static var formatMode: FormatMode { .disabled }

    package static func expansion(
        of node: AttributeSyntax,
        providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
        in context: some MacroExpansionContext
    ) throws -> [CodeBlockItemSyntax] {
        guard let body = declaration.as(FunctionDeclSyntax.self).flatMap(CheckedBody.init) else {
            context.diagnose(node, .notAMethod)
            return []
        }
        return body.statements(in: context)
    }
}

extension FunctionDeclSyntax {
    /// The kind of use that a call of the method is.
    var access: Check.Access {
        let effects = signature.effectSpecifiers
        if effects?.asyncSpecifier != nil { return .suspension }
        if effects?.throwsClause != nil { return .attempt }
        guard answers, let result = signature.returnClause?.type else { return .call }
        return result.trimmedDescription.hasPrefix("Signal<") ? .signal : .value
    }

    /// Whether the method has a result.
    var answers: Bool {
        guard let type = signature.returnClause?.type.trimmedDescription else { return false }
        return !["Void", "Swift.Void", "()"].contains(type)
    }

    /// The name with its labels, as in documentation: `fetch(page:of:)`.
    var nameWithLabels: String {
        let labels = signature.parameterClause.parameters.map { "\($0.firstName.text):" }.joined()
        return "\(name.text)(\(labels))"
    }
}
