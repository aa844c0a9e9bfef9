/// The purpose of a database, such as the data of the signed-in account.
///
/// Each role has at most one database at a time. A model names the role of its table.
public struct DatabaseRole: Sendable, Hashable, CustomStringConvertible {
    /// The name, for messages.
    public let name: String

    /// Creates the role named `name`.
    public init(_ name: String) { self.name = name }

    /// The database that always exists, also while no account is signed in.
    public static let guest = DatabaseRole("guest")
    /// The database of the signed-in account; it exists from `attach` to `detach`.
    public static let account = DatabaseRole("account")

    /// The name.
    public var description: String { name }
}

/// The place of a database: a path for SQLite, a name for the memory engine.
public struct DatabasePlace: Sendable, Hashable, CustomStringConvertible {
    /// The path or the name.
    public let name: String

    /// Creates a place.
    public init(_ name: String) { self.name = name }

    /// The path or the name.
    public var description: String { name }
}
