/// A class, structure, protocol or alias, as the rules need it.
struct TypeDeclaration {
    enum Kind { case classType, structure, protocolType, alias }

    var kind: Kind
    var name: String
    var place: Place
    var attributes: Set<String>
    /// The inherited types, the superclass first; of an alias, the type that it stands for.
    var inherited: [String]
    var isPrivate: Bool
    var isPublic: Bool
    /// Whether `// not @Schedulable: …` with a reason stands on its line.
    var isException: Bool
    /// The types that are named by its stored properties.
    var stored: [StoredProperty] = []

    var isSchedulable: Bool { attributes.contains("Schedulable") }
}

/// A stored property with the names in its type, or in the call that makes its value.
struct StoredProperty {
    var name: String
    var types: Set<String>
    var place: Place
    var isVariable: Bool
}

/// An extension.
struct ExtensionDeclaration {
    var name: String
    var place: Place
    var attributes: Set<String>
    var inherited: [String]
    var hasCheckedMembers: Bool
    var hasEncode: Bool
    /// Names with an underscore that its members use.
    var storageUses: [(name: String, place: Place)]
}

/// A type that is made by the closure of `SchedulerBound(on:)`.
struct BoundCreation {
    var type: String
    var place: Place
}

/// `await call(&base.property)`.
struct AwaitedAccess {
    var property: String
    var place: Place
    var isException: Bool
}

/// A line of a file.
struct Place {
    var file: String
    var module: String
    var line: Int
}

/// What one file declares.
struct FileDeclarations {
    var types: [TypeDeclaration] = []
    var extensions: [ExtensionDeclaration] = []
    var creations: [BoundCreation] = []
    var accesses: [AwaitedAccess] = []
}
