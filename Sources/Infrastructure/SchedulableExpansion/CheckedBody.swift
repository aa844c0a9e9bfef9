import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A method's body after a check; its meaning and its source lines are unchanged.
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

    /// Returns the body as a function nested in the method.
    ///
    /// The compiler refuses a closure's capture list in a body that a macro wrote, except inside a
    /// declaration (swiftlang/swift#80050). Where `#function` is a default argument, it gives the
    /// name of the nested function.
    private func nested(in context: some MacroExpansionContext) -> [CodeBlockItemSyntax] {
        let name = nestedName
        let effects = function.signature.effectSpecifiers?.trimmedDescription
        let result = function.signature.returnClause?.trimmedDescription
        let head = ["func \(name)()", effects, result].compactMap(\.self).joined(separator: " ")
        let naming = FunctionNameRewriter(function.nameWithLabels)
        let text = located(body.statements, in: context).map { naming.rewrite($0).description }
            .joined()
        let call = [function.answers ? "return" : nil, effects == nil ? nil : "try", "\(name)()"]
            .compactMap(\.self).joined(separator: " ")
        return ["\n    \(raw: head) {\(raw: text)\n    }", "\n    \(raw: call)"]
    }

    /// A name that the body does not use, so that it shadows nothing.
    private var nestedName: String {
        let used = Set(body.tokens(viewMode: .sourceAccurate).compactMap { $0.identifier?.name })
        var name = (function.name.identifier?.name ?? "") + "Body"
        while used.contains(name) { name += "_" }
        return name
    }

    /// Returns the statements on the lines of their author.
    ///
    /// Debug information and diagnostics follow the directive. `#line` does not: it gives the
    /// method's line.
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
    /// Whether a closure in the body has a capture list.
    var hasCaptureList: Bool {
        tokens(viewMode: .sourceAccurate).contains {
            $0.parent?.is(ClosureCaptureClauseSyntax.self) == true
        }
    }
}

/// Replaces `#function` by its value where it would give the nested function's name.
private final class FunctionNameRewriter: SyntaxRewriter {
    private let name: String

    init(_ nameWithLabels: String) {
        name = nameWithLabels
        super.init()
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> ExprSyntax {
        guard node.macroName.text == "function" else { return super.visit(node) }
        let literal = StringLiteralExprSyntax(content: name)
        return ExprSyntax(
            literal.with(\.leadingTrivia, node.leadingTrivia)
                .with(\.trailingTrivia, node.trailingTrivia))
    }

    override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
    override func visit(_ node: AccessorBlockSyntax) -> AccessorBlockSyntax { node }
    override func visit(_ node: MemberBlockSyntax) -> MemberBlockSyntax { node }
}
