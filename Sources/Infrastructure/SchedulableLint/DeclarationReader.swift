import SwiftParser
import SwiftSyntax

/// Reads the declarations of one file.
final class DeclarationReader: SyntaxVisitor {
    private(set) var found = FileDeclarations()
    private let file: String
    private let module: String
    private let locations: SourceLocationConverter
    private let lines: [String]

    init(_ text: String, file: String, module: String) {
        let tree = Parser.parse(source: text)
        self.file = file
        self.module = module
        locations = SourceLocationConverter(fileName: file, tree: tree)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        super.init(viewMode: .sourceAccurate)
        walk(tree)
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        found.types.append(declaration(.classType, node, node.inheritanceClause, node.memberBlock))
        return .visitChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        found.types.append(declaration(.structure, node, node.inheritanceClause, node.memberBlock))
        return .visitChildren
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        found.types.append(declaration(.protocolType, node, node.inheritanceClause))
        for member in node.memberBlock.members {
            if let function = member.decl.as(FunctionDeclSyntax.self) { read(function) }
        }
        return .skipChildren
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        var type = declaration(.alias, node, nil)
        type.inherited = node.initializer.value.lastName.map { [$0] } ?? []
        found.types.append(type)
        return .skipChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let uses = StorageUses()
        uses.walk(node.memberBlock)
        found.extensions.append(
            ExtensionDeclaration(
                name: node.extendedType.lastName ?? "",
                location: location(of: node.extensionKeyword),
                attributes: node.attributes.names,
                inherited: node.inheritanceClause.names,
                hasCheckedMembers: node.memberBlock.members.contains { $0.decl.isChecked },
                hasEncode: node.memberBlock.members.contains {
                    $0.decl.as(FunctionDeclSyntax.self)?.name.text == "encode"
                },
                storageUses: uses.found.map { ($0.text, location(of: $0)) }))
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.isGlobalOrMember { read(node) }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if node.makesService, let closure = node.construction {
            found.creations += closure.made.map {
                BoundCreation(source: $0.source, location: location(of: $0.token))
            }
        }
        if node.takesWork {
            found.actorClosures += node.closures.compactMap { closure in
                closure.globalActor.map { ($0, location(of: closure.leftBrace)) }
            }
        }
        return .visitChildren
    }

    override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
        let calls = AwaitedCalls()
        for operand in node.awaited { calls.walk(operand) }
        for change in calls.changes {
            if let place = change.accessedPlace { read(place, method: nil) }
        }
        for called in calls.methods {
            if let place = called.base?.accessedPlace {
                read(place, method: called.declName.baseName.text)
            }
        }
        return .visitChildren
    }

    private func read(_ place: AccessedPlace, method: String?) {
        let location = location(of: place.token)
        found.accesses.append(
            AwaitedAccess(
                properties: place.properties, owner: place.owner, method: method,
                location: location,
                isException: lines[location.line - 1].contains("// on its scheduler: ")))
    }

    private func read(_ function: FunctionDeclSyntax) {
        let types = TypeNames()
        let result = function.signature.returnClause?.type
        if let result { types.walk(result) }
        let owner = function.enclosingType
        found.functions.append(
            FunctionDeclaration(
                name: function.name.text, owner: owner,
                result: result?.lastName.flatMap { $0 == "Self" ? owner : $0 },
                types: Set(types.found.compactMap { $0 == "Self" ? owner : $0 }),
                location: location(of: function.name),
                isAwaitedChange: function.isAwaitedChange))
    }

    private func declaration(
        _ kind: TypeDeclaration.Kind,
        _ node: some NamedDeclSyntax & WithAttributesSyntax & WithModifiersSyntax,
        _ inheritance: InheritanceClauseSyntax?, _ members: MemberBlockSyntax? = nil
    ) -> TypeDeclaration {
        let location = location(of: node.name)
        return TypeDeclaration(
            kind: kind, name: node.name.text, location: location,
            attributes: node.attributes.names, inherited: inheritance.names,
            isPrivate: node.modifiers.contains {
                ["private", "fileprivate"].contains($0.name.text)
            },
            isPublic: node.modifiers.contains {
                ["open", "public", "package"].contains($0.name.text)
            },
            isException: isException(location), stored: members.map(stored) ?? [])
    }

    /// Whether the line has a reason to leave the attribute out.
    private func isException(_ location: LintLocation) -> Bool {
        lines[location.line - 1].contains(#/// not @Schedulable: \w+/#)
    }

    private func stored(in block: MemberBlockSyntax) -> [StoredProperty] {
        block.members.compactMap { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                !variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }),
                let binding = variable.bindings.first,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
                binding.isStored
            else { return nil }
            let types = TypeNames()
            if let annotation = binding.typeAnnotation { types.walk(annotation) }
            var calls: [FunctionCall] = []
            for made in binding.initializer?.value.made ?? [] {
                switch made.source {
                case .type(let name): types.found.insert(name)
                case .call(let call): calls.append(call)
                }
            }
            let location = location(of: name)
            if isException(location) { return nil }
            return StoredProperty(
                name: name.text, types: types.found, calls: calls, location: location,
                isVariable: variable.bindingSpecifier.tokenKind == .keyword(.var))
        }
    }

    private func location(of token: TokenSyntax) -> LintLocation {
        LintLocation(
            file: file, module: module, line: token.startLocation(converter: locations).line)
    }
}
