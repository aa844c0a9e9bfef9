/// The user's name for an account, which is also the name of its folder.
///
/// It has 1 to 64 lower-case letters, digits, hyphens, underscores and full stops, and begins and
/// ends with a letter or a digit. Such a name is the same on every file system, is not an option of
/// a command line, and has no meaning in a shell.
package struct AccountName: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The maximum length in bytes.
    package static let longest = 64

    /// The name.
    package let description: String

    /// Checks a name.
    ///
    /// - Throws: `AccountError` with the code `.nameInvalid`.
    package init(_ text: String) throws(AccountError) {
        let bytes = Array(text.utf8)
        guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy(\.isNameByte),
            bytes.first?.isLetterOrDigit == true, bytes.last?.isLetterOrDigit == true
        else {
            throw AccountError(
                .nameInvalid,
                "an account's name has 1 to \(Self.longest) lower-case letters, digits and -_., "
                    + "and begins and ends with a letter or a digit")
        }
        description = text
    }

    /// Compares the bytes of the names.
    package static func < (left: Self, right: Self) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
    }

    fileprivate var isNameByte: Bool { isLetterOrDigit || "-_.".utf8.contains(self) }
}
