/// A class, structure, protocol or alias, with the properties that the rules need.
struct TypeDeclaration {
    enum Kind { case classType, structure, protocolType, alias }

    var kind: Kind
    var name: String
    var location: LintLocation
    var attributes: Set<String>
    /// The inherited types, superclass first; for an alias, its target type.
    var inherited: [String]
    var isPrivate: Bool
    var isPublic: Bool
    /// Whether its line has a comment `// not @Schedulable: …` with a reason.
    var isException: Bool
    /// The stored properties, with the types that they name.
    var stored: [StoredProperty] = []

    var isSchedulable: Bool { attributes.contains("Schedulable") }
}

/// A stored property, with the names in its type or in the call that makes its value.
struct StoredProperty {
    var name: String
    var types: Set<String>
    var location: LintLocation
    var isVariable: Bool
}

/// An extension of a type, with the properties that the rules need.
struct ExtensionDeclaration {
    var name: String
    var location: LintLocation
    var attributes: Set<String>
    var inherited: [String]
    var hasCheckedMembers: Bool
    var hasEncode: Bool
    /// Names with an underscore that its members use.
    var storageUses: [(name: String, location: LintLocation)]
}

/// A type that the closure of `SchedulerBound(on:)` makes.
struct BoundCreation {
    var type: String
    var location: LintLocation
}

/// An argument of the form `await call(&base.property)`.
struct AwaitedAccess {
    var property: String
    var location: LintLocation
    var isException: Bool
}

/// A source line of a file.
struct LintLocation {
    var file: String
    var module: String
    var line: Int
}

/// The declarations and uses in one file.
struct FileDeclarations {
    var types: [TypeDeclaration] = []
    var extensions: [ExtensionDeclaration] = []
    var creations: [BoundCreation] = []
    var accesses: [AwaitedAccess] = []
}
