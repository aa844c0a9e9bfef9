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
    /// The calls whose results are the initial value.
    var calls: [FunctionCall] = []
    var location: LintLocation
    var isVariable: Bool
}

/// A function whose result, or whose change of `self`, the rules need.
struct FunctionDeclaration {
    var name: String
    /// The type that has the function as a member.
    var owner: String?
    /// The type of the result, without the types within it.
    var result: String?
    /// The types that the result names.
    var types: Set<String>
    var location: LintLocation
    /// Whether a call changes `self` in place while the caller awaits it, maybe elsewhere.
    var isAwaitedChange: Bool
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

/// A service that the closure of `SchedulerBound(on:)` or of `bind` makes.
struct BoundCreation {
    var source: MadeValue.Source
    var location: LintLocation
}

/// A change in place that awaits: `await call(&base.property)` or `await base.property.call()`.
struct AwaitedAccess {
    /// The properties of the access, from left to right.
    var properties: [String]
    /// The type of `self`, if the first property is its member.
    var owner: String?
    /// The awaited method, if it may change the last property.
    var method: String?
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
    var functions: [FunctionDeclaration] = []
    var extensions: [ExtensionDeclaration] = []
    var creations: [BoundCreation] = []
    var accesses: [AwaitedAccess] = []
    /// The closures of global actors that are given to schedulers and handles.
    var actorClosures: [(actor: String, location: LintLocation)] = []
}
