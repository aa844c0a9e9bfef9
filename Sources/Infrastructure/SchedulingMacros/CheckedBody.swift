import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A method's body behind a check: it means what it meant, and its lines are where its author wrote them.
struct CheckedBody {
    private let function: FunctionDeclSyntax
    private let body: CodeBlockSyntax

    init?(of function: FunctionDeclSyntax) {
        guard let body = function.body else { return nil }
        self.function = function
        self.body = body
    }

    func statements(in context: some MacroExpansionContext) -> [CodeBlockItemSyntax] {
        var check = Check(of: function.access, toMethod: function.nameWithLabels).statement
        check.leadingTrivia = .newline + check.leadingTrivia
        guard !body.statements.isEmpty else { return [check] }
        if body.hasCaptureList { return [check] + nested(in: context) }
        let statements =
            function.answers ? ImplicitReturn.made(explicit: body.statements) : body.statements
        return [check] + located(statements, in: context)
    }

    /// The body as a function within the method.
    ///
    /// The compiler refuses a closure's capture list in a body that a macro wrote, except inside of a declaration
    /// (swiftlang/swift#80050).
    private func nested(in context: some MacroExpansionContext) -> [CodeBlockItemSyntax] {
        let name = (function.name.identifier?.name ?? "") + "Body"
        let effects = function.signature.effectSpecifiers?.trimmedDescription
        let result = function.signature.returnClause?.trimmedDescription
        let head = ["func \(name)()", effects, result].compactMap(\.self).joined(separator: " ")
        let text = located(body.statements, in: context).map(\.description).joined()
        let call = [function.answers ? "return" : nil, effects == nil ? nil : "try", "\(name)()"]
            .compactMap(\.self).joined(separator: " ")
        return ["\n    \(raw: head) {\(raw: text)\n    }", "\n    \(raw: call)"]
    }

    /// The statements on their author's lines.
    ///
    /// Debug information and diagnostics follow the directive; `#line` does not, and gives the method's line.
    private func located(
        _ statements: CodeBlockItemListSyntax, in context: some MacroExpansionContext
    ) -> [CodeBlockItemSyntax] {
        guard let first = body.statements.first,
            let place = context.location(
                of: first, at: .afterLeadingTrivia, filePathMode: .filePath),
            let column = Int(place.column.trimmedDescription)
        else { return Array(statements) }
        let inserted =
            statements.trimmedDescription.utf8.count - body.statements.trimmedDescription.utf8.count
        var moved = Array(statements)
        moved[0].leadingTrivia = .newline + .spaces(max(0, column - 1 - inserted))
        let opening: CodeBlockItemSyntax =
            "\n#sourceLocation(file: \(place.file), line: \(place.line))"
        return [opening] + moved + ["\n#sourceLocation()"]
    }
}

extension CodeBlockSyntax {
    /// Whether a closure in the body names what it captures.
    var hasCaptureList: Bool {
        tokens(viewMode: .sourceAccurate).contains {
            $0.parent?.is(ClosureCaptureClauseSyntax.self) == true
        }
    }
}
