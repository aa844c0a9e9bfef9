package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@Model` of a structure: writes its table, its columns, and the conversion of rows.
///
/// The members are in an extension, so the structure keeps its memberwise initialiser.
package protocol ModelExpansion: ExtensionMacro {}

extension ModelExpansion {
    package static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let structure = declaration.as(StructDeclSyntax.self),
            structure.genericParameterClause == nil
        else {
            context.diagnose(node, .modelPlace)
            return []
        }
        let properties = structure.memberBlock.members.flatMap {
            ModelProperty.all($0.decl, in: context)
        }
        guard properties.contains(where: \.isKey) else {
            context.diagnose(node, .modelWithoutKey)
            return []
        }
        let source = ModelSource(
            name: type.trimmedDescription, access: structure.modifiers.accessForMembers,
            table: node.argumentList, properties: properties)
        return [try ExtensionDeclSyntax("\(raw: source.text)")]
    }
}

/// The attributes `@PrimaryKey` and `@ColumnName`, which only mark a property.
package protocol ModelMarkExpansion: PeerMacro {}

extension ModelMarkExpansion {
    package static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let type = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
        if !declaration.is(VariableDeclSyntax.self)
            || type?.attributes.attribute(named: "Model") == nil
        {
            context.diagnose(node, .modelMark(node.attributeName.trimmedDescription))
        }
        return []
    }
}

/// The text of the extension that `@Model` writes.
///
/// Every type has the name of its module, because database libraries have types of the same names.
private struct ModelSource {
    let name: String
    let access: String
    /// The argument of the attribute: the name of the table.
    let table: String
    let properties: [ModelProperty]

    var text: String {
        let keys = properties.filter(\.isKey)
        let (keyType, storedKey) =
            keys.count == 1
            ? (keys[0].type, "key.storedValue")
            : (
                "(\(keys.map(\.type).joined(separator: ", ")))",
                keys.indices.map { "key.\($0).storedValue" }.joined(separator: ", ")
            )
        return """
            extension \(name): Persistence.Model {
                \(access)struct Columns: Sendable {
            \(lines { "        \(access)let \($1.name) = \($1.column(at: $0, of: name))" })
                }
                \(access)typealias KeyValue = \(keyType)
                \(access)static let columns = Columns()
                \(access)static let table = Persistence.TableSchema(\(table), [
            \(lines { "        columns.\($1.name).schema," })
                ])
                \(access)static func storedKey(_ key: KeyValue) -> [Persistence.StoredValue] {
                    [\(storedKey)]
                }
                \(access)init(from row: any Persistence.RowReader) \
            throws(Persistence.PersistenceError) {
            \(lines { "        self.\($1.name) = try row.read(\($0))" })
                }
                \(access)func write(to row: any Persistence.RowWriter) \
            throws(Persistence.PersistenceError) {
            \(lines { "        try row.write(self.\($1.name).storedValue, at: \($0))" })
                }
            }
            """
    }

    private func lines(_ line: (Int, ModelProperty) -> String) -> String {
        properties.enumerated().map(line).joined(separator: "\n")
    }
}

/// A property that is stored in a column.
private struct ModelProperty {
    let name: String
    let type: String
    let isKey: Bool
    /// The expression that names the column.
    private let columnName: String

    /// Returns the stored properties of a member: one, or none.
    ///
    /// It diagnoses a property that cannot be stored.
    static func all(
        _ member: DeclSyntax, in context: some MacroExpansionContext
    ) -> [ModelProperty] {
        guard let variable = member.as(VariableDeclSyntax.self),
            !variable.modifiers.contains(where: { $0.name.text == "static" }),
            variable.bindings.contains(where: { !$0.isComputed })
        else { return [] }
        guard let property = ModelProperty(variable) else {
            context.diagnose(variable, .modelProperty)
            return []
        }
        return [property]
    }

    private init?(_ variable: VariableDeclSyntax) {
        let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
        guard let binding = variable.bindings.first, variable.bindings.count == 1,
            !variable.modifiers.contains(where: { $0.name.text == "lazy" }),
            !isConstant || binding.initializer == nil,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
            let type = binding.typeAnnotation?.type
        else { return nil }
        self.name = name.text
        self.type = type.trimmedDescription
        isKey = variable.attributes.attribute(named: "PrimaryKey") != nil
        columnName =
            variable.attributes.attribute(named: "ColumnName")?.argumentList
            ?? "\"\(name.identifier?.name ?? name.text)\""
    }

    /// The expression that makes the column of the model.
    func column(at index: Int, of model: String) -> String {
        let key = isKey ? ", isKey: true" : ""
        return "Persistence.Column<\(model), \(type)>(\(columnName), at: \(index)\(key))"
    }
}

extension AttributeSyntax {
    /// The arguments as they are written.
    fileprivate var argumentList: String {
        arguments?.as(LabeledExprListSyntax.self)?.map { $0.with(\.trailingComma, nil) }
            .map(\.trimmedDescription).joined(separator: ", ") ?? ""
    }
}
