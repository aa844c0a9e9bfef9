import Scheduling

/// A persistent store of typed values: settings, accounts, secrets.
///
/// ```swift
/// let store = try KeyedStore(FileBackend(path: "settings.json"))
/// let user = Key<String>("user.name", default: "me")
/// try store.update { $0[user] = "anna" }
/// print(try store[user])
/// ```
///
/// A store is read when it is made. Afterwards, reads return the values in memory and never wait
/// for the disk. An update is durable when it returns; if it throws, it has changed nothing.
/// Updates of several stores and processes with the same place exclude each other, and each sees
/// the values of the earlier ones. `reload` makes the changes of other processes visible without an
/// update.
///
/// Damaged data is copied, and not overwritten until the program requests it: see
/// `init(_:replacingDamaged:)`. A value that cannot be decoded is an error for its own key only.
/// Values of unknown keys stay as they are.
///
/// A store may be used from any thread. Creating, updating and reloading block on the backend, so
/// they belong on a scheduler that may block.
///
/// Cost: a read takes a short lock, and the first read of a key also decodes the value. An update
/// writes all values, so use a store for up to a few hundred small values.
public final class KeyedStore: Sendable {
    private struct Content {
        /// The decoded values that were read, by the names of their keys: `DecodedValue`.
        var cached: [String: any Sendable] = [:]
        var data: [UInt8]?
        var image = StoreImage()
        /// Counts the changes of the image.
        var revision = 0
    }

    private struct DecodedValue<Value: Sendable>: Sendable { let value: Value }

    private let content = Guarded(Content())
    let backend: any KeyedStoreBackend
    let turn = ExclusiveTurn("KeyedStore.update")

    /// Reads the values from `backend`.
    ///
    /// - Parameters:
    ///   - backend: the place of the data.
    ///   - replacingDamaged: whether damaged data, after it was copied, is replaced by an empty
    ///     store.
    /// - Throws: `.damaged`, `.newerFormat`, or an error of the backend.
    ///
    /// Blocks on the backend.
    public init(
        _ backend: any KeyedStoreBackend, replacingDamaged: Bool = false
    ) throws(KeyedStoreError) {
        self.backend = backend
        do {
            try reload()
        } catch {
            guard replacingDamaged, error.code == .damaged else { throw error }
            try replaceDamaged()
        }
    }

    /// The value of a key.
    ///
    /// - Throws: `.unreadable` if the stored value cannot be decoded, `.newerFormat` if a newer
    ///   version of the program has stored it.
    public subscript<Value>(key: Key<Value>) -> Value {
        get throws(KeyedStoreError) {
            let (cached, entry, revision) = content.withLock {
                ($0.cached[key.name], $0.image.entries[key.name], $0.revision)
            }
            if let cached = cached as? DecodedValue<Value> { return cached.value }
            guard let entry else { return key.defaultValue }
            let value = try key.value(of: entry, in: backend.place)
            content.withLock {
                if $0.revision == revision { $0.cached[key.name] = DecodedValue(value: value) }
            }
            return value
        }
    }

    /// The names of all stored values in alphabetical order, including those of unknown keys.
    public var names: [String] { content.withLock { $0.image.entries.keys.sorted() } }

    /// The stored data and its content, as this store knows them.
    var known: (data: [UInt8]?, image: StoreImage) { content.withLock { ($0.data, $0.image) } }

    /// Makes stored content visible to reads.
    func publish(_ commit: Commit) {
        content.withLock {
            $0 = Content(data: commit.data, image: commit.image, revision: $0.revision + 1)
        }
    }
}

extension KeyedStore: CustomStringConvertible, CustomReflectable {
    /// The place of the data.
    public var description: String { "KeyedStore(\(backend.place))" }
    /// An empty mirror, so that `dump` shows no values.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
