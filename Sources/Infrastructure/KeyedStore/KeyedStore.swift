public import Scheduling

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
/// `init(_:replacingDamaged:)` and `recover()`. A value that cannot be decoded is an error for its
/// own key only. Values of unknown keys stay as they are.
///
/// A store may be used from any thread. Creating, updating and reloading block on the backend, so
/// they belong on a scheduler that may block.
///
/// Cost: a read takes a short lock, and the first read of a key also decodes the value. An update
/// writes all values, so use a store for up to a few hundred small values.
public final class KeyedStore: Sendable {
    @usableFromInline
    struct Content {
        /// The values by the numbers of their keys; `nil` for those that were not read yet.
        @usableFromInline var cached: [CachedValue?] = []
        var data: [UInt8]?
        var image = StoreImage()
        /// Counts the changes of the image.
        var revision = 0
    }

    @usableFromInline let content = Guarded(Content())
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
            try recover()
        }
    }

    /// The value of a key.
    ///
    /// - Throws: `.unreadable` if the stored value cannot be decoded, `.newerFormat` if a newer
    ///   version of the program has stored it.
    @inlinable
    public subscript<Value>(key: Key<Value>) -> Value {
        get throws(KeyedStoreError) {
            let number = key.definition.number
            let cached = content.withLock {
                number < $0.cached.count ? $0.cached[number] : nil
            }
            if let cached { return key.definition.value(of: cached) }
            return key.definition.value(of: try read(key.definition))
        }
    }

    /// Whether a value is stored, readable or not.
    public func contains<Value>(_ key: Key<Value>) -> Bool {
        content.withLock { $0.image.entries[key.name] != nil }
    }

    /// The names of all stored values in alphabetical order, including those of unknown keys.
    public var names: [String] { content.withLock { $0.image.entries.keys.sorted() } }

    /// Decodes the value of a key, and keeps it.
    @usableFromInline
    func read<Value>(_ key: KeyDefinition<Value>) throws(KeyedStoreError) -> CachedValue {
        let (entry, revision) = content.withLock { ($0.image.entries[key.name], $0.revision) }
        let value = try key.cachedValue(of: entry, in: backend.place)
        content.withLock { content in
            if content.revision == revision { content.keep(value, at: key.number) }
        }
        return value
    }
}

extension KeyedStore.Content {
    mutating func keep(_ value: CachedValue?, at number: Int) {
        while cached.count <= number { cached.append(nil) }
        cached[number] = value
    }
}

extension KeyedStore: CustomStringConvertible, CustomReflectable {
    /// The place of the data.
    public var description: String { "KeyedStore(\(backend.place))" }
    /// An empty mirror, so that `dump` shows no values.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
