import SwiftSyntax
import SwiftSyntaxBuilder

/// The implicit `return` of a body with a single expression.
///
/// Swift needs an explicit `return` when the body gets one more statement.
enum ImplicitReturn {
    /// Returns the same statements, with the implicit `return` written out.
    static func made(explicit statements: CodeBlockItemListSyntax) -> CodeBlockItemListSyntax {
        guard statements.count == 1, let only = statements.first else { return statements }
        switch only.item {
        case .expr(let expression):
            guard !neverReturns(expression) else { return statements }
            return [only.with(\.item, .stmt(StmtSyntax(returning(expression))))]
        case .stmt(let statement):
            // The parser treats `if` and `switch` as statements that contain an expression.
            guard let expression = statement.as(ExpressionStmtSyntax.self)?.expression,
                isResult(expression)
            else { return statements }
            return [only.with(\.item, .stmt(StmtSyntax(returning(expression))))]
        case .decl(let declaration):
            guard let conditional = declaration.as(IfConfigDeclSyntax.self) else {
                return statements
            }
            return [only.with(\.item, .decl(DeclSyntax(made(explicit: conditional))))]
        }
    }

    /// Returns a `#if` around the only expression with a `return` in each clause.
    private static func made(explicit conditional: IfConfigDeclSyntax) -> IfConfigDeclSyntax {
        var conditional = conditional
        conditional.clauses = IfConfigClauseListSyntax(
            conditional.clauses.map { clause in
                guard case .statements(let statements) = clause.elements else { return clause }
                return clause.with(\.elements, .statements(made(explicit: statements)))
            })
        return conditional
    }

    private static func returning(_ expression: ExprSyntax) -> ReturnStmtSyntax {
        ReturnStmtSyntax(
            leadingTrivia: expression.leadingTrivia,
            returnKeyword: .keyword(.return, trailingTrivia: .space),
            expression: expression.with(\.leadingTrivia, []))
    }

    /// Whether the value of an `if` or `switch` is the body's result.
    ///
    /// It is an expression only when each branch is one, and no branch leaves by a statement.
    private static func isResult(_ expression: ExprSyntax) -> Bool {
        if let choice = expression.as(IfExprSyntax.self) {
            guard isBranch(choice.body.statements) else { return false }
            return switch choice.elseBody {
            case .codeBlock(let block): isBranch(block.statements)
            case .ifExpr(let next): isResult(ExprSyntax(next))
            case nil: false
            }
        }
        return expression.as(SwitchExprSyntax.self).map { areBranches($0.cases) } ?? false
    }

    private static func areBranches(_ cases: SwitchCaseListSyntax) -> Bool {
        cases.allSatisfy { element in
            switch element {
            case .switchCase(let branch): isBranch(branch.statements)
            case .ifConfigDecl(let conditional):
                conditional.clauses.allSatisfy { clause in
                    guard case .switchCases(let cases) = clause.elements else { return false }
                    return areBranches(cases)
                }
            }
        }
    }

    /// Whether the expression traps: `return` would need a value of the result's type.
    private static func neverReturns(_ expression: ExprSyntax) -> Bool {
        let call = expression.as(FunctionCallExprSyntax.self)
        let name = call?.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
        return name == "fatalError" || name == "preconditionFailure"
    }

    private static func isBranch(_ statements: CodeBlockItemListSyntax) -> Bool {
        guard statements.count == 1, let only = statements.first else { return false }
        switch only.item {
        case .expr: return true
        case .stmt(let statement):
            if statement.is(ThrowStmtSyntax.self) { return true }
            return statement.as(ExpressionStmtSyntax.self).map { isResult($0.expression) } ?? false
        case .decl: return false
        }
    }
}
