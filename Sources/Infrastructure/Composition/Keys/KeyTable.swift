/// The number of each key: a hash table that never changes, with open addressing.
///
/// A look-up takes a few nanoseconds: it compares addresses and takes no lock.
@usableFromInline
struct KeyTable: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        /// The address of the key's type; 0 for an empty entry.
        @usableFromInline var key: UInt = 0
        @usableFromInline var number = 0
    }

    @usableFromInline let entries: [Entry]
    @usableFromInline let shift: Int

    /// Creates a table of different keys, whose numbers are their positions.
    init(_ keys: [ObjectIdentifier]) {
        // At most half of the entries are full, so each search ends at an empty one.
        let bits = max(1, Int.bitWidth - (keys.count * 2).leadingZeroBitCount)
        shift = UInt.bitWidth - bits
        var entries = [Entry](repeating: Entry(), count: 1 << bits)
        for (number, key) in keys.enumerated() {
            let key = UInt(bitPattern: key)
            var position = Self.position(of: key, shift)
            while entries[position].key != 0 { position = (position + 1) & (entries.count - 1) }
            entries[position] = Entry(key: key, number: number)
        }
        self.entries = entries
    }

    /// The number of a key; `nil` for an unknown key.
    @inlinable
    subscript(key: ObjectIdentifier) -> Int? {
        let key = UInt(bitPattern: key)
        var position = Self.position(of: key, shift)
        while entries[position].key != key {
            if entries[position].key == 0 { return nil }
            position = (position + 1) & (entries.count - 1)
        }
        return entries[position].number
    }

    /// The first position of a key, from the high bits of its product with the golden ratio.
    @inlinable
    static func position(of key: UInt, _ shift: Int) -> Int {
        Int((key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }
}
