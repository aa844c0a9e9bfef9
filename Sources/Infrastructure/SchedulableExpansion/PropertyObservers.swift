import SwiftSyntax

/// A property's `willSet` and `didSet`, which run around its storage.
///
/// In Swift, an observer can assign its own property without being called again. That holds for the
/// name of the storage, so the property's name is replaced by it, with and without `self`. Closures
/// and local functions keep the property's name and its check, because Swift calls the observers
/// there, too.
struct PropertyObservers {
    private let accessors: AccessorBlockSyntax
    private let property: String

    init(_ accessors: AccessorBlockSyntax, of property: String) {
        self.accessors = accessors
        self.property = property
    }

    /// Returns the same observers, with the storage in place of the property.
    func moved(to storage: String) -> AccessorBlockSyntax {
        let renaming = RenamingRewriter(property, to: storage)
        return renaming.rewrite(accessors).cast(AccessorBlockSyntax.self)
    }

    /// Another declaration in an observer with the property's name; `nil` where there is none.
    var namesake: TokenSyntax? {
        let search = NamesakeSearch(property)
        search.walk(accessors)
        return search.found
    }
}

private final class RenamingRewriter: SyntaxRewriter {
    private let property: String
    private let storage: String

    init(_ property: String, to storage: String) {
        self.property = property
        self.storage = storage
        super.init()
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
        guard node.argumentNames == nil, node.baseName.identifier?.name == property,
            isOwnProperty(node)
        else { return ExprSyntax(node) }
        let name = node.baseName.with(\.tokenKind, .identifier(storage))
        return ExprSyntax(node.with(\.baseName, name))
    }

    override func visit(_ node: ClosureExprSyntax) -> ExprSyntax { ExprSyntax(node) }
    override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
    override func visit(_ node: KeyPathExprSyntax) -> ExprSyntax { ExprSyntax(node) }

    /// Whether the name is the property, and not a member of another value or a called method.
    private func isOwnProperty(_ node: DeclReferenceExprSyntax) -> Bool {
        guard let access = node.parent?.as(MemberAccessExprSyntax.self),
            access.declName.id == node.id
        else { return node.parent?.is(FunctionCallExprSyntax.self) != true }
        if access.parent?.is(FunctionCallExprSyntax.self) == true { return false }
        return access.base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    }
}

private final class NamesakeSearch: SyntaxVisitor {
    private let property: String
    private(set) var found: TokenSyntax?

    init(_ property: String) {
        self.property = property
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
        compare(node.identifier)
    }
    override func visit(_ node: AccessorParametersSyntax) -> SyntaxVisitorContinueKind {
        compare(node.name)
    }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        _ = compare(node.name)
        return .skipChildren
    }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    private func compare(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
        if name.identifier?.name == property { found = found ?? name }
        return .skipChildren
    }
}
