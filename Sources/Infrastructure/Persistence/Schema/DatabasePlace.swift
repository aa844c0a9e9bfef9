/// The place of a database: a path for SQLite, a name for the memory engine.
public struct DatabasePlace: Sendable, Hashable, CustomStringConvertible {
    /// The path or the name.
    public let name: String

    /// Creates a place.
    public init(_ name: String) { self.name = name }

    /// The path or the name.
    public var description: String { name }
}
