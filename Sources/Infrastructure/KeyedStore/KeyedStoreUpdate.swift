/// The values of a store during an update, and their changes.
///
/// Reading a key returns the value that the update has assigned, or else the stored one. If the
/// stored value cannot be decoded, reading returns the default of the key, and the update fails at
/// its end. Assigning a value to such a key without reading it replaces the stored value.
public struct KeyedStoreUpdate: CustomReflectable {
    private var image: StoreImage
    private let former: StoreImage
    private let place: String
    private var failure: KeyedStoreError?

    init(of image: StoreImage, in place: String) {
        self.image = image
        former = image
        self.place = place
    }

    /// The value of a key.
    ///
    /// A value that cannot be encoded fails the update at its end.
    public subscript<Value>(key: Key<Value>) -> Value {
        mutating get {
            guard let entry = image.entries[key.name] else { return key.defaultValue }
            do throws(KeyedStoreError) {
                return try key.value(of: entry, in: place)
            } catch {
                failure = failure ?? error
                return key.defaultValue
            }
        }
        set {
            do {
                image.set(try key.encode(newValue).map(KeyedEntry.bytes), for: key.name)
            } catch {
                failure =
                    failure
                    ?? KeyedStoreError(
                        .unwritable, place: place, key: key.name,
                        reason: ValueCoder.reason(of: error), advice: "store another value")
            }
        }
    }

    /// Removes the value of a key, which then has its default.
    public mutating func remove<Value>(_ key: Key<Value>) { image.set(nil, for: key.name) }

    /// Removes all values, including those of unknown keys.
    public mutating func removeAll() { image.removeAll() }

    /// An empty mirror, so that `dump` shows no values.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Returns the result of the update; `nil` if nothing has changed.
    ///
    /// - Throws: `.unreadable` or `.newerFormat` for a value that was read, `.unwritable`,
    ///   `.tooLarge`.
    func commit() throws(KeyedStoreError) -> Commit? {
        if let failure { throw failure }
        guard image.isChanged(from: former) else { return nil }
        return Commit(image: image, data: try image.checkedData(in: place))
    }
}

/// The content of a store after an update.
struct Commit {
    let image: StoreImage
    /// The stored form; `nil` for an empty store.
    let data: [UInt8]?

    var change: StoredChange { data.map(StoredChange.save) ?? .erase }
}

extension StoreImage {
    /// Returns the stored form, after a check that it can be read again; `nil` if it is empty.
    fileprivate func checkedData(in place: String) throws(KeyedStoreError) -> [UInt8]? {
        if isEmpty { return nil }
        guard let data = try? data, (try? StoreImage(data)) != nil else {
            throw KeyedStoreError(
                .unwritable, place: place, reason: "a value is nested too deeply",
                advice: "store a flatter value")
        }
        guard data.count <= Self.limit else {
            throw KeyedStoreError(
                .tooLarge, place: place, reason: "it would have \(data.count) bytes",
                advice: "store large data in separate files")
        }
        return data
    }
}
