import SwiftSyntax

/// A declaration inside a function or a closure.
enum LocalDeclaration {
    case variable(type: TypeSyntax?, value: ExprSyntax?)
    /// A function, or a part of a pattern, such as `case .some(let name)`.
    case other
}

extension SyntaxProtocol {
    /// Returns the local variable, parameter or function that `name` refers to here.
    ///
    /// Without one, the name is that of a member of the enclosing type, or of a global declaration.
    func localDeclaration(of name: String) -> LocalDeclaration? {
        var child = Syntax(self)
        while let parent = child.parent, !parent.is(MemberBlockSyntax.self) {
            if let found = parent.declaration(of: name, visibleIn: child) { return found }
            child = parent
        }
        return nil
    }

    /// The innermost type around this place.
    var enclosingType: String? {
        for node in sequence(first: parent, next: { $0?.parent }) {
            switch node?.as(SyntaxEnum.self) {
            case .classDecl(let type): return type.name.text
            case .structDecl(let type): return type.name.text
            case .enumDecl(let type): return type.name.text
            case .actorDecl(let type): return type.name.text
            case .protocolDecl(let type): return type.name.text
            case .extensionDecl(let type): return type.extendedType.lastName
            default: break
            }
        }
        return nil
    }

    fileprivate func declares(_ name: String) -> Bool {
        let names = PatternNames()
        names.walk(self)
        return names.found.contains(name)
    }
}

/// The names that the patterns in a syntax tree declare.
private final class PatternNames: SyntaxVisitor {
    var found: Set<String> = []

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
        found.insert(node.identifier.text)
        return .skipChildren
    }

    // The value of a condition may contain declarations of its own.
    override func visit(_ node: InitializerClauseSyntax) -> SyntaxVisitorContinueKind {
        .skipChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension Syntax {
    /// Returns the declaration of `name` by this node that its part `child` can use.
    fileprivate func declaration(of name: String, visibleIn child: Syntax) -> LocalDeclaration? {
        switch self.as(SyntaxEnum.self) {
        case .codeBlockItemList(let items):
            items.prefix { $0.id != child.id }.reversed().lazy
                .compactMap { $0.item.declaration(of: name) }.first
        case .conditionElementList(let conditions):
            conditions.prefix { $0.id != child.id }.declaration(of: name)
        case .ifExpr(let node) where node.body.id == child.id:
            node.conditions[...].declaration(of: name)
        case .whileStmt(let node) where node.body.id == child.id:
            node.conditions[...].declaration(of: name)
        case .forStmt(let node) where node.sequence.id != child.id && node.pattern.declares(name):
            .other
        case .switchCase(let node)
        where node.statements.id == child.id && node.label.declares(name):
            .other
        case .catchClause(let node) where node.catchItems.declares(name): .other
        // The value of a capture, as in `[clock = clock]`, names what is outside.
        case .closureExpr(let node) where node.signature?.id != child.id:
            node.signature?.declaration(of: name)
        case .functionDecl(let node):
            node.signature.parameterClause.parameters.declaration(of: name)
        case .initializerDecl(let node):
            node.signature.parameterClause.parameters.declaration(of: name)
        case .subscriptDecl(let node): node.parameterClause.parameters.declaration(of: name)
        case .accessorDecl(let node) where node.parameters?.name.text == name: .other
        default: nil
        }
    }
}

extension CodeBlockItemSyntax.Item {
    fileprivate func declaration(of name: String) -> LocalDeclaration? {
        switch self {
        case .decl(let node):
            if let function = node.as(FunctionDeclSyntax.self), function.name.text == name {
                return .other
            }
            guard
                let binding = node.as(VariableDeclSyntax.self)?.bindings
                    .first(where: { $0.pattern.declares(name) })
            else { return nil }
            guard binding.pattern.is(IdentifierPatternSyntax.self) else { return .other }
            return .variable(type: binding.typeAnnotation?.type, value: binding.initializer?.value)
        case .stmt(let node):
            return node.as(GuardStmtSyntax.self)?.conditions[...]
                .declaration(of: name)
        case .expr: return nil
        }
    }
}

extension Slice<ConditionElementListSyntax> {
    fileprivate func declaration(of name: String) -> LocalDeclaration? {
        guard let element = last(where: { $0.condition.declares(name) }) else { return nil }
        guard let binding = element.condition.as(OptionalBindingConditionSyntax.self) else {
            return .other
        }
        return .variable(type: binding.typeAnnotation?.type, value: binding.initializer?.value)
    }
}

extension FunctionParameterListSyntax {
    fileprivate func declaration(of name: String) -> LocalDeclaration? {
        first { ($0.secondName ?? $0.firstName).text == name }
            .map { .variable(type: $0.type, value: nil) }
    }
}

extension ClosureSignatureSyntax {
    fileprivate func declaration(of name: String) -> LocalDeclaration? {
        if let captured = capture?.items.first(where: { $0.name.text == name }) {
            // A capture without a value, such as `[clock]`, is the variable outside.
            return captured.initializer.map { .variable(type: nil, value: $0.value) }
                ?? parent?.localDeclaration(of: name) ?? .other
        }
        switch parameterClause {
        case .simpleInput(let names): return names.contains { $0.name.text == name } ? .other : nil
        case .parameterClause(let clause):
            return clause.parameters.first { ($0.secondName ?? $0.firstName).text == name }
                .map { .variable(type: $0.type, value: nil) }
        case nil: return nil
        }
    }
}
