import Synchronization

/// The names of temporary files: `.NAME.0123456789ab.partial`.
///
/// The leading dot hides them, and the pattern is strict enough that a sweep can trust it.
enum PartialName {
    private static let suffix = ".partial"
    private static let digits = 12
    private static let hexadecimal = Array("0123456789abcdef".utf8)

    /// Starts at a random number in each process, so that the names of two hardly ever collide.
    private static let tokens = Atomic(UInt64.random(in: 0..<(1 << 48)))

    /// Returns a new name for a temporary file of `name`, at most 100 bytes long.
    static func make(for name: String) -> String {
        make(for: name, token: tokens.wrappingAdd(1, ordering: .relaxed).oldValue)
    }

    /// Returns the fixed name of the note about temporary files of `name`.
    ///
    /// It matches the same pattern, so a sweep removes it, too.
    static func note(for name: String) -> String {
        // FNV-1a: the same in every process, and different for long names with the same beginning.
        make(
            for: name,
            token: name.utf8.reduce(0xCBF2_9CE4_8422_2325) {
                ($0 ^ UInt64($1)) &* 0x0100_0000_01B3
            })
    }

    private static func make(for name: String, token: UInt64) -> String {
        var stem = name[...]
        while stem.utf8.count > 72 { stem.unicodeScalars.removeLast() }
        // The bit above the token keeps its leading zeros.
        return ".\(stem).\(String(1 << 48 | token % (1 << 48), radix: 16).dropFirst())\(suffix)"
    }

    /// Returns the common part of the names of a file's temporary files and its note.
    ///
    /// - Parameter name: a name that matches the pattern.
    /// - Returns: bytes, since a file system may have one name in two forms of Unicode.
    static func stem(of name: String) -> [UInt8] {
        Array(name.utf8.dropLast(digits + suffix.utf8.count + 1))
    }

    static func matches(_ name: String) -> Bool {
        let bytes = name.utf8
        guard bytes.first == UInt8(ascii: "."),
            bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return false }
        let token = bytes.dropLast(suffix.utf8.count).suffix(digits + 1)
        return bytes.count > digits + suffix.utf8.count + 2
            && token.first == UInt8(ascii: ".")
            && token.dropFirst().allSatisfy(hexadecimal.contains)
    }
}

extension DurableFolder {
    /// Returns a new name for a file that `sweep` removes if its program is killed.
    package static func temporaryName(for name: String) -> String { PartialName.make(for: name) }
}
