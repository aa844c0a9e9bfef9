package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@Injected` of a type: writes the initialiser that fills the injected properties.
///
/// The initialiser takes each service from its parameter, a scope on the scheduler of the caller.
package protocol InjectionExpansion: MemberMacro, ExtensionMacro {}

extension InjectionExpansion {
    package static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard declaration.canBeInjected else {
            context.diagnose(node, .injectionPlace)
            return []
        }
        let properties = declaration.memberBlock.members.compactMap {
            InjectedProperty($0.decl, in: context)
        }
        let modifiers = declaration.modifiers
        let access = modifiers.accessForMembers
        let isOpenClass =
            declaration.is(ClassDeclSyntax.self) && !modifiers.contains { $0.name.text == "final" }
        let needs = properties.map { "    Requirement(\($0.key), isDirect: \(!$0.isHandle)),\n" }
        let isolation = declaration.attributes.isOnMainActor ? "nonisolated " : ""
        return [
            """
            \(raw: access)\(raw: isolation)static let needs: [Requirement] = [
            \(raw: needs.joined())]
            """,
            """
            \(raw: access)\(raw: isOpenClass ? "required " : "")init(in scope: LocalScope) throws {
            \(raw: properties.map(\.assignment).joined(separator: "\n"))
            }
            """,
        ]
    }

    package static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let conformance =
            declaration.attributes.isOnMainActor ? "MainInjectable" : "Injectable"
        guard declaration.canBeInjected,
            protocols.contains(where: { $0.trimmedDescription.hasSuffix(conformance) })
        else { return [] }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: conformance) {}")]
    }
}

extension DeclGroupSyntax {
    fileprivate var canBeInjected: Bool {
        `is`(ClassDeclSyntax.self) || `is`(StructDeclSyntax.self)
    }
}

/// The attribute `@Injected(…)` of a property, which only marks it for that of its type.
package protocol InjectionMarkExpansion: PeerMacro {}

extension InjectionMarkExpansion {
    package static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard declaration.is(VariableDeclSyntax.self) else {
            if node.arguments != nil { context.diagnose(node, .injectionPlace) }
            return []
        }
        let type = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
        if type?.attributes.attribute(named: "Injected") == nil {
            context.diagnose(node, .uninjectedType)
        }
        return []
    }
}

/// A property that `@Injected` fills.
private struct InjectedProperty {
    let name: String
    /// The expression that names the key.
    let key: String
    /// Whether the property takes a handle to the service.
    let isHandle: Bool

    /// Creates the description of a member; `nil` where nothing has to be filled.
    ///
    /// It diagnoses a property that cannot be filled.
    init?(_ member: DeclSyntax, in context: some MacroExpansionContext) {
        guard let variable = member.as(VariableDeclSyntax.self),
            !variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) })
        else { return nil }
        let attribute = variable.attributes.attribute(named: "Injected")
        guard let attribute else {
            if let unfilled = variable.unfilledName {
                context.diagnose(variable, .unfilled(unfilled))
            }
            return nil
        }
        guard let binding = variable.bindings.first, variable.bindings.count == 1,
            variable.bindingSpecifier.tokenKind == .keyword(.let), binding.initializer == nil,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
            let type = binding.typeAnnotation?.type,
            let key = attribute.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
        else {
            context.diagnose(variable, .injectedProperty)
            return nil
        }
        self.name = name.text
        self.key = key.trimmedDescription
        isHandle = type.lastName == "SchedulerBound"
    }

    var assignment: String {
        isHandle ? "self.\(name) = scope.handle(\(key))" : "self.\(name) = try scope.here(\(key))"
    }
}

extension VariableDeclSyntax {
    /// The name of the property if an initialiser has to give it a value.
    fileprivate var unfilledName: String? {
        if modifiers.contains(where: { $0.name.text == "lazy" }) { return nil }
        let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
        for binding in bindings where binding.initializer == nil && !binding.isComputed {
            let isOptional = binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
            if isConstant || !isOptional { return binding.pattern.trimmedDescription }
        }
        return nil
    }
}

extension TypeSyntax {
    /// The name of the type without its module and its arguments.
    fileprivate var lastName: String? {
        `as`(IdentifierTypeSyntax.self)?.name.text ?? `as`(MemberTypeSyntax.self)?.name.text
    }
}

extension AttributeListSyntax {
    /// Whether the type belongs to the main actor.
    fileprivate var isOnMainActor: Bool { attribute(named: "MainActor") != nil }
}
