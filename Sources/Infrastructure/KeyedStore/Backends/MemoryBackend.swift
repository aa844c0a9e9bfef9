import Scheduling

/// A backend in memory, for tests and for a program that saves nothing.
///
/// Stores that share the backend see each other's changes, as stores of one file do.
public final class MemoryBackend: KeyedStoreBackend, CustomReflectable {
    private let content: Guarded<[UInt8]?>
    private let turn = ExclusiveTurn("MemoryBackend.update")

    /// Creates a backend with stored data, or an empty one.
    public init(_ data: [UInt8]? = nil) { content = Guarded(data) }

    /// A fixed text.
    public var place: String { "memory" }

    /// The stored data.
    public func load() -> [UInt8]? { content.withLock { $0 } }

    /// Changes the stored data.
    public func update(_ change: (_ stored: [UInt8]?) throws -> StoredChange) throws {
        try turn.take {
            switch try change(load()) {
            case .keep: break
            case .save(let data): content.withLock { $0 = data }
            case .erase: content.withLock { $0 = nil }
            }
        }
    }

    /// Keeps nothing: the data is that of the program that made the backend.
    public func setAside(_ data: [UInt8], suffix: String) -> String { "the program's own memory" }

    /// An empty mirror, so that `dump` shows no values.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
