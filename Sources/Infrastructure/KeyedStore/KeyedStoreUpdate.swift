/// The values of a store during an update, and their changes.
///
/// Reading a key returns the value that the update has assigned, or else the stored one. If the
/// stored value cannot be decoded, reading returns the default of the key, and the update fails at
/// its end. Assigning a value to such a key without reading it replaces the stored value.
public struct KeyedStoreUpdate: CustomReflectable {
    private enum Change {
        case value(CachedValue, number: Int, entry: () throws -> [UInt8]?)
        case removal
    }

    private var image: StoreImage
    private let former: StoreImage
    private let place: String
    private var changes: [String: Change] = [:]
    private var failure: KeyedStoreError?

    init(of image: StoreImage, in place: String) {
        self.image = image
        former = image
        self.place = place
    }

    /// The value of a key.
    public subscript<Value>(key: Key<Value>) -> Value {
        mutating get {
            switch changes[key.name] {
            case .value(let cached, _, _): return key.definition.value(of: cached)
            case .removal: return key.definition.defaultValue
            case nil: break
            }
            do throws(KeyedStoreError) {
                let cached = try key.definition.cachedValue(
                    of: image.entries[key.name], in: place)
                return key.definition.value(of: cached)
            } catch {
                failure = failure ?? error
                return key.definition.defaultValue
            }
        }
        set {
            let definition = key.definition
            changes[key.name] = .value(TypedValue(newValue), number: definition.number) {
                try definition.encode(newValue).map(StoreImage.entry)
            }
        }
    }

    /// Whether a value is stored or assigned, readable or not.
    public func contains<Value>(_ key: Key<Value>) -> Bool {
        switch changes[key.name] {
        case .value(_, _, let entry): (try? entry()) != nil
        case .removal: false
        case nil: image.entries[key.name] != nil
        }
    }

    /// Removes the value of a key, which then has its default.
    public mutating func remove<Value>(_ key: Key<Value>) { changes[key.name] = .removal }

    /// Removes all values, including those of unknown keys.
    public mutating func removeAll() {
        changes = [:]
        image.removeAll()
    }

    /// An empty mirror, so that `dump` shows no values.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Returns the result of the update; `nil` if nothing has changed.
    ///
    /// - Throws: `.unreadable` or `.newerFormat` for a value that was read, `.unwritable`,
    ///   `.tooLarge`.
    func commit() throws(KeyedStoreError) -> Commit? {
        if let failure { throw failure }
        var result = image
        var cached: [Int: CachedValue] = [:]
        for (name, change) in changes {
            guard case .value(let value, let number, let encode) = change else {
                result.set(nil, for: name)
                continue
            }
            do {
                let entry = try encode()
                result.set(entry, for: name)
                cached[number] = entry == nil ? .missing : value
            } catch {
                throw KeyedStoreError(
                    .unwritable, place: place, key: name, reason: ValueCoder.reason(of: error),
                    advice: "store another value")
            }
        }
        guard result.isChanged(from: former) else { return nil }
        return Commit(image: result, data: try result.checkedData(in: place), cached: cached)
    }
}

/// The content of a store after an update.
struct Commit {
    let image: StoreImage
    /// The stored form; `nil` for an empty store.
    let data: [UInt8]?
    /// The values that were assigned, by the numbers of their keys.
    let cached: [Int: CachedValue]

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
