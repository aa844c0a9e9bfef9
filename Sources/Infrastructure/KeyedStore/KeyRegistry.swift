import Scheduling

/// The names of all keys of the program, with their types and numbers.
enum KeyRegistry {
    private struct Entry {
        let number: Int
        let type: Any.Type
        let place: String
    }

    private static let entries = Guarded([String: Entry]())

    /// Returns the number of a key; the same for each key of the same name.
    ///
    /// Traps for an invalid name, and if another key with this name has another type.
    static func register(
        _ name: String, _ type: Any.Type, _ file: StaticString, _ line: UInt
    ) -> Int {
        precondition(
            isName(name),
            "'\(name)' is not a name of a key: use 1 to 100 ASCII letters and digits, and between "
                + "them '.', '-' and '_'")
        let place = "\(file):\(line)"
        let entry = entries.withLock { entries in
            let number = entries.count
            let entry = entries[name] ?? Entry(number: number, type: type, place: place)
            entries[name] = entry
            return entry
        }
        precondition(
            entry.type == type,
            "the key '\(name)' has the type \(type) at \(place), and the type \(entry.type) at "
                + "\(entry.place): a name has one type, so use another name")
        return entry.number
    }

    /// The number of the key with a name, if the program has one.
    static func number(of name: String) -> Int? { entries.withLock { $0[name]?.number } }

    /// Whether a text may be the name of a key.
    ///
    /// The rule lets a name be an argument of a command, and a part of a file name.
    static func isName(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last, bytes.count <= 100 else {
            return false
        }
        return isAlphanumeric(first) && isAlphanumeric(last)
            && bytes.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
