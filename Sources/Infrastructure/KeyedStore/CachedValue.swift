import TextFormats

/// The decoded value of a key, as a store keeps it for reads.
@usableFromInline
class CachedValue: @unchecked Sendable {  // immutable, and so is its only subclass
    /// The absence of a value.
    @usableFromInline static let missing = CachedValue()

    fileprivate init() {}
}

/// A decoded value.
@usableFromInline
final class TypedValue<Value: Sendable>: CachedValue, @unchecked Sendable {  // it is immutable
    @usableFromInline let value: Value

    init(_ value: Value) {
        self.value = value
        super.init()
    }
}

extension KeyDefinition {
    /// The value that a cached value represents; the cache belongs to this key.
    @inlinable
    func value(of cached: CachedValue) -> Value {
        if cached === CachedValue.missing { return defaultValue }
        // unsafe, unsafeDowncast: a name has one type, which `KeyRegistry` ensures
        return unsafeDowncast(cached, to: TypedValue<Value>.self).value
    }

    /// Decodes an entry of a store.
    func cachedValue(
        of entry: [UInt8]?, in place: String
    ) throws(KeyedStoreError) -> CachedValue {
        guard let entry else { return .missing }
        func unreadable(_ reason: String, _ advice: String) -> KeyedStoreError {
            KeyedStoreError(.unreadable, place: place, key: name, reason: reason, advice: advice)
        }
        let stored: (version: Int, json: [UInt8])
        do {
            stored = try StoreImage.value(of: entry)
        } catch {
            throw unreadable("its entry is invalid: \(error.reason)", "store the value again")
        }
        guard stored.version <= StoreImage.entryVersion else {
            throw KeyedStoreError(
                .newerFormat, place: place, key: name,
                reason: "version \(stored.version) of the value was stored by a newer program",
                advice: "use that program, or store the value again")
        }
        do {
            return TypedValue(try decode(stored.json))
        } catch {
            throw unreadable(ValueCoder.reason(of: error), "store the value again")
        }
    }
}
