/// A key that a service needs, without its type.
///
/// A `ServiceNeed` lists its own. `Assembly.compose` fails unless a module
/// binds the key, its scope is at least as wide as that of the user, and a direct need has the role
/// of the user or is thread-safe.
public struct Requirement: Sendable {
    let key: AnyServiceKey
    /// Whether the service itself is needed, and not a handle to it.
    let isDirect: Bool

    /// Creates the need of a key.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - isDirect: whether the service itself is needed, and not a handle to it.
    public init(_ key: any ServiceKey.Type, isDirect: Bool) {
        self.key = AnyServiceKey(key)
        self.isDirect = isDirect
    }
}

/// A key as a value.
struct AnyServiceKey: Hashable, Sendable {
    let type: any ServiceKey.Type

    init(_ type: any ServiceKey.Type) { self.type = type }

    var id: ObjectIdentifier { ObjectIdentifier(type) }
    var name: String { type.name }
    var role: SchedulerRole { type.role }
    var scope: ScopeLevel { type.scope }
    /// The name with that of the module, which is different for each key.
    var fullName: String { String(reflecting: type) }

    static func == (lhs: AnyServiceKey, rhs: AnyServiceKey) -> Bool { lhs.id == rhs.id }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
