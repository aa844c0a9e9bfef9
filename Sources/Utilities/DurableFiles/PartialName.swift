/// The names of temporary files: `.NAME.0123456789ab.partial`.
///
/// The leading dot hides them, and the pattern is strict enough that a sweep can trust it.
enum PartialName {
    private static let suffix = ".partial"
    private static let digits = 12
    private static let hexadecimal = Array("0123456789abcdef".utf8)

    /// A new name for a temporary of `name`, at most 100 bytes long.
    static func make(for name: String) -> String {
        let random = String(UInt64.random(in: 0..<(1 << 48)), radix: 16)
        let token = String(repeating: "0", count: digits - random.count) + random
        var stem = ""
        for scalar in name.unicodeScalars {
            guard stem.utf8.count + 4 <= 72 else { break }
            stem.unicodeScalars.append(scalar)
        }
        return ".\(stem).\(token)\(suffix)"
    }

    static func matches(_ name: String) -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(suffix) else { return false }
        let token = name.utf8.dropLast(suffix.utf8.count).suffix(digits + 1)
        return name.utf8.count > digits + suffix.utf8.count + 2
            && token.first == UInt8(ascii: ".")
            && token.dropFirst().allSatisfy(hexadecimal.contains)
    }
}
