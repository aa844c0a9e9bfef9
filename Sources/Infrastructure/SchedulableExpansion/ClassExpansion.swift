import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@Schedulable`: adds a pin to a class, and the checking attribute to each member.
package protocol ClassExpansion: MemberMacro, MemberAttributeMacro, ExtensionMacro {}

extension ClassExpansion {
    package static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let service = declaration.as(ClassDeclSyntax.self) else {
            context.diagnose(node, misplacement(on: declaration))
            return []
        }
        if service.modifiers.contains(.private), !context.lexicalContext.isEmpty {
            context.diagnose(service.name, .privateClass(service))
        }
        for fault in ClassCheck(of: service, with: node).faults {
            context.diagnose(fault.place, fault.diagnostic)
        }
        // For a class whose superclass is pinned already, `protocols` is empty: it needs no second
        // pin.
        if protocols.isEmpty { return [] }
        return [
            """
            \(raw: service.modifiers.accessForMembers)nonisolated let schedulerPin = \
            SchedulerPin(of: \(service.name.trimmed).self)
            """
        ]
    }

    package static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard declaration.is(ClassDeclSyntax.self) else { return [] }
        return MemberCheck(of: member, in: declaration).attributes(in: context)
    }

    package static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard declaration.is(ClassDeclSyntax.self), !protocols.isEmpty else { return [] }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): nonisolated Schedulable {}")]
    }

    private static func misplacement(on declaration: some DeclGroupSyntax) -> SchedulableDiagnostic
    {
        declaration.is(ExtensionDeclSyntax.self) ? .classMacroOnExtension : .notAClass
    }
}

/// The macro `@SchedulableExtension`, for an extension of a `@Schedulable` class.
package protocol ExtensionExpansion: MemberAttributeMacro {}

extension ExtensionExpansion {
    package static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        MemberCheck(of: member, in: declaration).attributes(in: context)
    }
}

extension DeclModifierListSyntax {
    /// The access modifier that gives a member the access of its type, with a space after it.
    var accessForMembers: String {
        for modifier in self {
            switch modifier.name.tokenKind {
            case .keyword(.open), .keyword(.public): return "public "
            case .keyword(.package): return "package "
            case .keyword(.private), .keyword(.fileprivate): return "fileprivate "
            default: continue
            }
        }
        return ""
    }
}
