package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro that turns a stored property into checked accessors of a private one.
///
/// The name of the private property begins with an underscore.
package protocol PropertyExpansion: AccessorMacro, PeerMacro {}

extension PropertyExpansion {
    package static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let name = declaration.as(VariableDeclSyntax.self)?.storedName else {
            context.diagnose(node, .notAStoredProperty)
            return []
        }
        let read = Check(of: .value, toProperty: name).statement
        let write = Check(of: .write, toProperty: name).statement
        let storage = "_" + name
        return [
            """
            @storageRestrictions(initializes: \(raw: storage))
            init(initialValue) {
                \(raw: storage) = initialValue
            }
            """,
            """
            get {
            \(read)
                return \(raw: storage)
            }
            """,
            // Without `set`, an assignment in `init` is refused.
            """
            set {
            \(write)
                \(raw: storage) = newValue
            }
            """,
            """
            _modify {
            \(write)
                yield &\(raw: storage)
            }
            """,
        ]
    }

    package static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard var storage = declaration.as(VariableDeclSyntax.self), let name = storage.storedName
        else { return [] }
        storage.attributes =
            node.uncheckedExclusivity ? [.attribute("@exclusivity(unchecked) ")] : []
        // All other modifiers apply to the accessors.
        let kept = storage.modifiers.filter { ["weak", "unowned"].contains($0.name.text) }
        let hidden = DeclModifierSyntax(name: .keyword(.private, trailingTrivia: .space))
        storage.modifiers = [hidden] + kept.map { $0.with(\.leadingTrivia, []) }
        storage.bindingSpecifier.leadingTrivia = []
        let first = storage.bindings.startIndex
        storage.bindings[first].pattern = "\(raw: "_" + name)"
        if let accessors = storage.bindings[first].accessorBlock {
            storage.bindings[first].accessorBlock =
                PropertyObservers(accessors, of: name).moved(to: "_" + name)
        }
        return [DeclSyntax(storage.trimmed)]
    }
}

extension AttributeSyntax {
    /// Whether the author wrote `exclusivity: .unchecked`.
    fileprivate var uncheckedExclusivity: Bool {
        arguments?.as(LabeledExprListSyntax.self)?.contains {
            $0.expression.trimmedDescription.hasSuffix(".unchecked")
        } == true
    }
}

extension VariableDeclSyntax {
    /// The name of the only variable that is declared; `nil` for a pattern or several variables.
    fileprivate var storedName: String? {
        guard bindings.count == 1 else { return nil }
        return bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifier?.name
    }
}
