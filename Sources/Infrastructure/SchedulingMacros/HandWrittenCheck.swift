import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The check that its author has to write: in accessors, and in a few kinds of methods.
///
/// No macro can change an accessor.
enum HandWrittenCheck {
    static let call = "checkScheduler()"

    /// Returns the accessors that do not begin with the check; a shorthand getter counts as one.
    static func faults(in block: AccessorBlockSyntax?) -> [MemberCheck.Fault] {
        guard let block else { return [] }
        switch block.accessors {
        case .getter(let statements):
            guard !isFirst(in: statements) else { return [] }
            let checked = block.with(\.accessors, .getter(inserted(in: statements, answers: true)))
            return [.init(block, .uncheckedAccessor("get", .replacing(block, by: checked)))]
        case .accessors(let accessors):
            return accessors.compactMap(fault)
        }
    }

    /// Returns the fault of a `deinit` without the check, unless it is isolated.
    ///
    /// A `deinit` runs on the thread that releases the last reference. `nonisolated` exempts it.
    static func faults(in deinitialiser: DeinitializerDeclSyntax) -> [MemberCheck.Fault] {
        guard !deinitialiser.modifiers.contains(.isolated), let body = deinitialiser.body,
            !isFirst(in: body.statements)
        else { return [] }
        let call = "checkScheduler(.release)"
        let statements = inserted(in: body.statements, answers: false, call: call)
        let checked = deinitialiser.with(\.body, body.with(\.statements, statements))
        return [
            .init(
                deinitialiser.deinitKeyword,
                .uncheckedDeinit(call, .replacing(deinitialiser, by: checked, "insert '\(call)'")))
        ]
    }

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

    private static func fault(of accessor: AccessorDeclSyntax) -> MemberCheck.Fault? {
        if accessor.effectSpecifiers?.asyncSpecifier != nil {
            return .init(accessor, .asynchronousGetter)
        }
        guard let body = accessor.body, !isFirst(in: body.statements) else { return nil }
        let answers = accessor.accessorSpecifier.tokenKind == .keyword(.get)
        let statements = inserted(in: body.statements, answers: answers)
        let checked = accessor.with(\.body, body.with(\.statements, statements))
        return .init(
            accessor,
            .uncheckedAccessor(accessor.accessorSpecifier.text, .replacing(accessor, by: checked)))
    }
}
