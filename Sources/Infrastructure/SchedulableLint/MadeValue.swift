import SwiftSyntax

/// The value of an expression, as far as its syntax states it.
struct MadeValue {
    enum Source {
        case type(String)
        case call(FunctionCall)
    }

    var source: Source
    var token: TokenSyntax
}

/// A call of a function or of a method, whose declared result type the rules look up.
struct FunctionCall {
    var name: String
    /// The type before the name.
    var owner: String?
}

extension ClosureExprSyntax {
    /// The values that the closure can return.
    var made: [MadeValue] {
        let returned = ReturnedExpressions()
        returned.walk(statements)
        if statements.count == 1, case .expr(let only)? = statements.first?.item {
            returned.found.append(only)
        }
        return returned.found.flatMap(\.made)
    }
}

/// The operands of the `return` statements of one closure.
private final class ReturnedExpressions: SyntaxVisitor {
    var found: [ExprSyntax] = []

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
        if let expression = node.expression { found.append(expression) }
        return .skipChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension ExprSyntax {
    /// The values that the expression can have.
    var made: [MadeValue] {
        switch self.as(ExprSyntaxEnum.self) {
        case .tryExpr(let node): node.expression.made
        case .awaitExpr(let node): node.expression.made
        case .forceUnwrapExpr(let node): node.expression.made
        // The values of a choice, and the value of `value as Type`.
        case .sequenceExpr(let node): node.elements.flatMap(\.made)
        case .unresolvedTernaryExpr(let node): node.thenExpression.made
        case .functionCallExpr(let node): node.made
        case .declReferenceExpr(let node): node.made
        default: []
        }
    }
}

extension DeclReferenceExprSyntax {
    /// The value of a local variable.
    fileprivate var made: [MadeValue] {
        guard case .variable(let type, let value)? = localDeclaration(of: baseName.text) else {
            return []
        }
        if let values = value?.made, !values.isEmpty { return values }
        return type?.lastName.map { [MadeValue(source: .type($0), token: baseName)] } ?? []
    }
}

extension FunctionCallExprSyntax {
    /// The instance of the type whose initialiser is called, or the result of the function.
    fileprivate var made: [MadeValue] {
        let called =
            calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
            ?? calledExpression
        if let closure = called.as(ClosureExprSyntax.self) { return closure.made }
        let access = called.as(MemberAccessExprSyntax.self)
        guard
            let name = access?.declName.baseName
                ?? called.as(DeclReferenceExprSyntax.self)?.baseName
        else { return [] }
        if name.isTypeName { return [MadeValue(source: .type(name.text), token: name)] }
        guard let access else {
            guard localDeclaration(of: name.text) == nil else { return [] }
            return [MadeValue(source: .call(FunctionCall(name: name.text)), token: name)]
        }
        let owner =
            access.base?.as(DeclReferenceExprSyntax.self)?.baseName
            ?? access.base?.as(MemberAccessExprSyntax.self)?.declName.baseName
        // The type of another base is not known.
        guard let owner, owner.isTypeName || owner.text == "self" else { return [] }
        if name.text == "init" { return [MadeValue(source: .type(owner.text), token: owner)] }
        let type = ["self", "Self"].contains(owner.text) ? enclosingType : owner.text
        return [MadeValue(source: .call(FunctionCall(name: name.text, owner: type)), token: name)]
    }
}

extension TokenSyntax {
    fileprivate var isTypeName: Bool { text.first?.isUppercase == true }
}
