import SwiftSyntax

/// The check of the parts of a schedulable class that no check of a single member covers.
struct ClassCheck {
    private let service: ClassDeclSyntax
    private let own: AttributeSyntax

    /// Creates the check of a class that has the attribute `own`.
    init(of service: ClassDeclSyntax, with own: AttributeSyntax) {
        self.service = service
        self.own = own
    }

    var faults: [SchedulableFault] {
        conformances + foreignMacros + storageUses + (synthesisedCoding.map { [$0] } ?? [])
    }

    /// Conformances that the class must not state itself.
    private var conformances: [SchedulableFault] {
        (service.inheritanceClause?.inheritedTypes ?? []).compactMap { inherited in
            switch inherited.name {
            case "Sendable": .init(inherited, .sendableService(service.name.text))
            case "Schedulable": .init(inherited, .statedConformance)
            default: nil
            }
        }
    }

    /// Other macros on the class: their members are added only after the expansion of this one.
    private var foreignMacros: [SchedulableFault] {
        service.attributes.foreignMacros
            .filter { $0.attributeName.trimmedDescription != own.attributeName.trimmedDescription }
            .map { .init($0, .foreignMacro($0)) }
    }

    /// Uses of a checked property's private storage, which has no check.
    private var storageUses: [SchedulableFault] {
        let names = Set(service.memberBlock.members.compactMap { $0.decl.checkedProperty })
        guard !names.isEmpty else { return [] }
        let search = StorageSearch(of: names)
        search.walk(service.memberBlock)
        return search.found.map { .init($0.use, .storageUse($0.use, of: $0.property)) }
    }

    private var synthesisedCoding: SchedulableFault? {
        guard service.memberBlock.members.contains(where: { $0.decl.checkedProperty != nil }) else {
            return nil
        }
        return service.synthesisedCoding
    }
}

extension DeclGroupSyntax {
    /// A conformance whose members the compiler would synthesise on the unchecked storage.
    var synthesisedCoding: SchedulableFault? {
        let encodes = memberBlock.members.contains {
            $0.decl.as(FunctionDeclSyntax.self)?.nameWithLabels == "encode(to:)"
        }
        let decodes = memberBlock.members.contains {
            $0.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.first?
                .firstName.text == "from"
        }
        for inherited in inheritanceClause?.inheritedTypes ?? [] {
            let name = inherited.name
            if name == "Encodable" || name == "Codable", !encodes {
                return .init(inherited, .synthesisedCoding("encode(to:)"))
            }
            if name == "Decodable" || name == "Codable", !decodes {
                return .init(inherited, .synthesisedCoding("init(from:)"))
            }
        }
        return nil
    }
}

extension InheritedTypeSyntax {
    /// The type's name without attributes and without its module.
    var name: String {
        let type = type.as(AttributedTypeSyntax.self)?.baseType ?? type
        return String(type.trimmedDescription.split(separator: ".").last ?? "")
    }
}

extension DeclSyntax {
    /// The name of the stored property that gets checked accessors, or `nil`.
    fileprivate var checkedProperty: String? {
        guard let variable = self.as(VariableDeclSyntax.self),
            variable.bindingSpecifier.tokenKind == .keyword(.var), !variable.modifiers.areExempt,
            variable.bindings.count == 1, let binding = variable.bindings.first, !binding.isComputed
        else { return nil }
        return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifier?.name
    }
}

/// Finds uses of the storage of checked properties, such as `_limit` of `limit`.
private final class StorageSearch: SyntaxVisitor {
    private let properties: Set<String>
    private(set) var found: [(use: DeclReferenceExprSyntax, property: String)] = []

    init(of properties: Set<String>) {
        self.properties = properties
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.baseName.identifier?.name, name.hasPrefix("_"),
            properties.contains(String(name.dropFirst()))
        {
            found.append((node, String(name.dropFirst())))
        }
        return .visitChildren
    }
}
