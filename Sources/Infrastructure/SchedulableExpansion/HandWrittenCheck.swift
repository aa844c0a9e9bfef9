import SwiftSyntax
import SwiftSyntaxBuilder

/// The check that its author has to write: in accessors, and in a few kinds of methods.
///
/// No macro can change an accessor.
enum HandWrittenCheck {
    static let call = "checkScheduler()"

    /// Whether the body begins with the check.
    static func isFirst(in statements: CodeBlockItemListSyntax) -> Bool {
        guard case .expr(let expression) = statements.first?.item,
            let called = expression.as(FunctionCallExprSyntax.self)?.calledExpression
                .trimmedDescription
        else { return false }
        return called == "checkScheduler" || called == "self.checkScheduler"
    }

    /// Returns the body with the check before it.
    ///
    /// - Parameters:
    ///   - statements: the statements of the body.
    ///   - answers: whether the body has a result, which a single expression would return
    ///     implicitly.
    ///   - call: the check.
    static func inserted(
        in statements: CodeBlockItemListSyntax, answers: Bool, call: String = call
    ) -> CodeBlockItemListSyntax {
        var rest = answers ? ImplicitReturn.made(explicit: statements) : statements
        var check: CodeBlockItemSyntax = "\(raw: call)"
        guard let first = rest.first else { return [check] }
        check.leadingTrivia = first.leadingTrivia
        // On one line, the check takes a semicolon. On several lines, it takes the indentation of
        // the first statement.
        if !first.leadingTrivia.contains(where: \.isNewline) {
            check.semicolon = .semicolonToken(trailingTrivia: .space)
            rest[rest.startIndex].leadingTrivia = []
        }
        return [check] + rest
    }
}
