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
    /// The type before the name, or the type whose code calls.
    var owner: String?
    /// Whether a function outside of `owner` can be meant.
    var isUnqualified: Bool
    var labels: [String]
}

extension ClosureExprSyntax {
    /// The values that the closure can return.
    var made: [MadeValue] {
        let returned = ReturnedExpressions()
        returned.walk(statements)
        return (returned.found + statements.implicitResult).flatMap(\.made)
    }
}

extension CodeBlockItemListSyntax {
    fileprivate var implicitResult: [ExprSyntax] {
        guard count == 1, let item = first?.item else { return [] }
        switch item {
        case .expr(let expression): return [expression]
        case .stmt(let statement):
            return statement.as(ExpressionStmtSyntax.self).map { [$0.expression] } ?? []
        case .decl: return []
        }
    }
}

/// The operands of the `return` statements of one closure.
private final class ReturnedExpressions: SyntaxVisitor {
    private(set) var found: [ExprSyntax] = []

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
        case .tupleExpr(let node) where node.elements.count == 1:
            node.elements.flatMap(\.expression.made)
        case .ifExpr(let node):
            node.body.statements.implicitResult.flatMap(\.made) + (node.elseBody?.made ?? [])
        case .switchExpr(let node):
            node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
                .flatMap { $0.statements.implicitResult.flatMap(\.made) }
        case .sequenceExpr(let node): node.made
        case .functionCallExpr(let node): node.made
        case .declReferenceExpr(let node): node.made
        default: []
        }
    }
}

extension IfExprSyntax.ElseBody {
    fileprivate var made: [MadeValue] {
        switch self {
        case .ifExpr(let node): ExprSyntax(node).made
        case .codeBlock(let node): node.statements.implicitResult.flatMap(\.made)
        }
    }
}

extension SequenceExprSyntax {
    /// The values of `condition ? first : second`, of `first ?? second` and of `value as Type`.
    ///
    /// The operands before the last choice are conditions, or values of a choice.
    fileprivate var made: [MadeValue] {
        let operands = Array(elements)
        let choices = operands.compactMap { $0.as(UnresolvedTernaryExprSyntax.self) }
        let rest = operands.suffix(
            from: operands.lastIndex {
                $0.is(UnresolvedTernaryExprSyntax.self)
            }.map { $0 + 1 } ?? 0)
        let isValue = rest.allSatisfy {
            $0.as(BinaryOperatorExprSyntax.self).map { $0.operator.text == "??" } ?? true
        }
        return choices.flatMap(\.thenExpression.made) + (isValue ? rest.flatMap(\.made) : [])
    }
}

extension DeclReferenceExprSyntax {
    /// The value of a local variable.
    fileprivate var made: [MadeValue] {
        guard case .variable(let type, let value)? = localDeclaration(of: baseName.text) else {
            return []
        }
        if let values = value?.made, !values.isEmpty { return values }
        return type?.made(at: baseName) ?? []
    }
}

extension TypeSyntax {
    fileprivate func made(at token: TokenSyntax) -> [MadeValue] {
        guard let name = lastName, !isGenericParameter(name) else { return [] }
        return [MadeValue(source: .type(name), token: token)]
    }
}

extension FunctionCallExprSyntax {
    /// The instance of the type whose initialiser is called, or the result of the function.
    fileprivate var made: [MadeValue] {
        let called =
            calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
            ?? calledExpression
        if let closure = called.as(ClosureExprSyntax.self) { return closure.made }
        if let access = called.as(MemberAccessExprSyntax.self) {
            return made(access.declName.baseName, of: access.base)
        }
        guard let name = called.as(DeclReferenceExprSyntax.self)?.baseName else { return [] }
        switch localDeclaration(of: name.text) {
        case .function(let function):
            return function.signature.returnClause?.type.made(at: name) ?? []
        case .variable, .other: return []
        case nil: break
        }
        if name.isTypeName { return [MadeValue(source: .type(name.text), token: name)] }
        return [call(name, owner: enclosingType, isUnqualified: true)]
    }

    private func made(_ name: TokenSyntax, of base: ExprSyntax?) -> [MadeValue] {
        let owner =
            base?.as(DeclReferenceExprSyntax.self)?.baseName
            ?? base?.as(MemberAccessExprSyntax.self)?.declName.baseName
        if name.text == "init" {
            return owner.map { [MadeValue(source: .type($0.text), token: $0)] } ?? []
        }
        if name.isTypeName { return [MadeValue(source: .type(name.text), token: name)] }
        switch owner {
        case let owner? where owner.text == "self" || owner.text == "Self":
            return [call(name, owner: enclosingType, isUnqualified: false)]
        case let owner? where owner.isTypeName:
            return [call(name, owner: owner.text, isUnqualified: false)]
        // The type of another base is not known.
        default: return []
        }
    }

    private func call(_ name: TokenSyntax, owner: String?, isUnqualified: Bool) -> MadeValue {
        MadeValue(
            source: .call(
                FunctionCall(
                    name: name.text, owner: owner, isUnqualified: isUnqualified,
                    labels: arguments.map { $0.label?.text ?? "_" })),
            token: name)
    }
}

extension TokenSyntax {
    fileprivate var isTypeName: Bool { text.first?.isUppercase == true }
}
