import SwiftSyntax

/// The stored properties that a change in place accesses: `clock`, `names` of `clock.names[0]`.
struct AccessedPlace {
    /// The properties from left to right; a local variable before them is left out.
    var properties: [String]
    /// The type whose code accesses the first property, if that is a member of `self`.
    var owner: String?
    /// The name of the last property.
    var token: TokenSyntax
}

extension ExprSyntax {
    /// The properties of an expression that can be changed in place.
    var accessedPlace: AccessedPlace? {
        switch self.as(ExprSyntaxEnum.self) {
        case .subscriptCallExpr(let node): node.calledExpression.accessedPlace
        case .forceUnwrapExpr(let node): node.expression.accessedPlace
        case .optionalChainingExpr(let node): node.expression.accessedPlace
        case .memberAccessExpr(let node): node.accessedPlace
        case .declReferenceExpr(let node): node.ownProperty
        default: nil
        }
    }
}

extension MemberAccessExprSyntax {
    fileprivate var accessedPlace: AccessedPlace? {
        guard let base else { return nil }
        let name = declName.baseName
        if base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self) {
            return AccessedPlace(properties: [name.text], owner: typeOfSelf ?? "", token: name)
        }
        var place =
            base.accessedPlace ?? AccessedPlace(properties: [], owner: nil, token: name)
        place.properties.append(name.text)
        place.token = name
        return place
    }
}

extension DeclReferenceExprSyntax {
    /// The place of a name that is not local, and so may be a property of `self`.
    fileprivate var ownProperty: AccessedPlace? {
        guard localDeclaration(of: baseName.text) == nil, let owner = typeOfSelf else { return nil }
        return AccessedPlace(properties: [baseName.text], owner: owner, token: baseName)
    }
}

extension SyntaxProtocol {
    /// The type of `self`; a static member has none.
    fileprivate var typeOfSelf: String? {
        let members = sequence(first: Syntax(self), next: \.parent)
            .prefix { !$0.is(MemberBlockSyntax.self) }
        let isStatic = members.contains { node in
            node.asProtocol((any WithModifiersSyntax).self)?.modifiers
                .contains { ["static", "class"].contains($0.name.text) } == true
        }
        return isStatic ? nil : enclosingType
    }
}

extension AwaitExprSyntax {
    /// The operands that the keyword covers; before folding, only the first one is its part.
    var awaited: [ExprSyntax] {
        guard let operands = parent?.as(ExprListSyntax.self) else { return [expression] }
        return [expression] + operands.drop { $0.id != id }.dropFirst()
    }
}

/// The calls in an awaited expression, without those in its closures.
final class AwaitedCalls: SyntaxVisitor {
    private(set) var methods: [MemberAccessExprSyntax] = []
    /// The `place` of each argument `&place`.
    private(set) var changes: [ExprSyntax] = []

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let method = node.calledExpression.as(MemberAccessExprSyntax.self) {
            methods.append(method)
        }
        changes += node.arguments.compactMap { $0.expression.as(InOutExprSyntax.self)?.expression }
        return .visitChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    // Its calls are read where it is visited itself.
    override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension FunctionDeclSyntax {
    /// Whether a call changes `self` in place while the caller awaits it, maybe elsewhere.
    var isAwaitedChange: Bool {
        let staysWithCaller =
            modifiers.contains { $0.name.text == "nonisolated" && $0.isNonsending }
            || signature.parameterClause.parameters.contains { $0.type.isIsolated }
        return modifiers.contains { $0.name.text == "mutating" }
            && signature.effectSpecifiers?.asyncSpecifier != nil && !staysWithCaller
    }

    /// Whether the function is not declared inside another function or a closure.
    var isGlobalOrMember: Bool {
        !sequence(first: Syntax(self), next: \.parent)
            .prefix { !$0.is(MemberBlockSyntax.self) }.dropFirst()
            .contains { $0.is(CodeBlockSyntax.self) || $0.is(ClosureExprSyntax.self) }
    }
}

extension DeclModifierSyntax {
    fileprivate var isNonsending: Bool { detail?.detail.text == "nonsending" }
}

extension TypeSyntax {
    /// Whether a parameter of the type isolates its function, as in `isolated (any Actor)?`.
    fileprivate var isIsolated: Bool {
        self.as(AttributedTypeSyntax.self)?.specifiers.contains {
            $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.isolated)
        } == true
    }
}
