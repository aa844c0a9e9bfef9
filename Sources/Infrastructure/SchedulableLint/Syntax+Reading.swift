import SwiftSyntax

/// The names of the types within a type.
final class TypeNames: SyntaxVisitor {
    var found: Set<String> = []

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        found.insert(node.name.text)
        return .visitChildren
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        found.insert(node.name.text)
        return .visitChildren
    }

    // The parameters of a stored closure are not stored.
    override func visit(_ node: FunctionTypeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    // A handle may cross schedulers, and its service is checked where the handle is made.
    override func visitPost(_ node: IdentifierTypeSyntax) {
        if node.name.text == "SchedulerBound" { found = [] }
    }
}

/// The uses of names with an underscore in a syntax tree.
final class StorageUses: SyntaxVisitor {
    private(set) var found: [TokenSyntax] = []

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.baseName.text.hasPrefix("_"), node.baseName.text.count > 1 {
            found.append(node.baseName)
        }
        return .visitChildren
    }
}

extension FunctionCallExprSyntax {
    /// Whether the call's closure makes a service: `SchedulerBound(on:)` or `bind(Face.self)`.
    var makesService: Bool {
        let base =
            calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
            ?? calledExpression
        let access = base.as(MemberAccessExprSyntax.self)?.declName.baseName
        let name = base.as(DeclReferenceExprSyntax.self)?.baseName ?? access
        return name?.text == "SchedulerBound" || access?.text == "bind" && isFirstArgumentType
    }

    /// Whether the call gives its closures to a scheduler, a handle or a pool.
    ///
    /// A closure of the main actor is right for the main scheduler.
    var takesWork: Bool {
        let text = calledExpression.trimmedDescription + arguments.trimmedDescription
        let name = calledExpression.trimmedDescription.split(separator: ".").last ?? ""
        let isWork = [
            "schedule", "perform", "run", "wait", "SchedulerBound", "Mailbox", "ServicePool",
            "WorkItem",
        ].contains(name.prefix { $0.isLetter })
        return isWork && !text.contains("MainScheduler") && !text.contains("MainActor.run")
    }

    /// The closures among the arguments.
    var closures: [ClosureExprSyntax] {
        arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
            + [trailingClosure].compactMap(\.self) + additionalTrailingClosures.map(\.closure)
    }

    private var isFirstArgumentType: Bool {
        let argument = arguments.first?.expression.as(MemberAccessExprSyntax.self)
        return argument?.base != nil && argument?.declName.baseName.text == "self"
    }

    /// The closure that makes the service of a handle.
    var construction: ClosureExprSyntax? {
        trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self)
    }
}

extension TypeSyntax {
    /// The last part of a type's name: `Watch` of `Clocks.Watch<Int>` and of `Watch?`.
    var lastName: String? {
        if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.lastName }
        if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.lastName }
        if let type = self.as(SomeOrAnyTypeSyntax.self) { return type.constraint.lastName }
        return self.as(IdentifierTypeSyntax.self)?.name.text
            ?? self.as(MemberTypeSyntax.self)?.name.text
    }
}

extension InheritanceClauseSyntax? {
    var names: [String] {
        self?.inheritedTypes.flatMap { inherited -> [String] in
            if let composition = inherited.type.as(CompositionTypeSyntax.self) {
                return composition.elements.compactMap { $0.type.lastName }
            }
            return inherited.type.lastName.map { [$0] } ?? []
        } ?? []
    }
}

extension ClosureExprSyntax {
    /// The global actor that the closure names: `{ @MainActor in … }`.
    var globalActor: String? {
        signature?.attributes.names.first { $0 != "Sendable" && $0 != "concurrent" }
    }
}

extension AttributeListSyntax {
    var names: Set<String> {
        Set(compactMap { $0.as(AttributeSyntax.self)?.attributeName.lastName })
    }
}

extension PatternBindingSyntax {
    /// Whether the property has storage: it has no accessors, or observers only.
    var isStored: Bool {
        switch accessorBlock?.accessors {
        case nil: true
        case .getter: false
        case .accessors(let accessors):
            accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        }
    }
}

extension DeclSyntax {
    /// Whether the member of an extension needs a check.
    ///
    /// It does when it has an instance and is not exempted by hand.
    var isChecked: Bool {
        if let conditional = self.as(IfConfigDeclSyntax.self) {
            return conditional.clauses.contains { clause in
                clause.elements?.as(MemberBlockItemListSyntax.self)?.contains { $0.decl.isChecked }
                    == true
            }
        }
        guard
            self.is(FunctionDeclSyntax.self) || self.is(VariableDeclSyntax.self)
                || self.is(SubscriptDeclSyntax.self),
            let modifiers = asProtocol((any WithModifiersSyntax).self)?.modifiers
        else { return false }
        return !modifiers.contains { modifier in
            switch modifier.name.tokenKind {
            case .keyword(.static), .keyword(.class): true
            case .keyword(.nonisolated): modifier.detail?.detail.text != "nonsending"
            default: false
            }
        }
    }
}
