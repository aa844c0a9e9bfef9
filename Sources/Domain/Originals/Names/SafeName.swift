import Foundation

/// The mapping of text from a server to names of local files.
///
/// Names on a server may contain control characters, `..`, characters that turn the direction of
/// the text, and names that some systems reserve. The result is one plain name in normal form C.
/// Joiners stay where a script or an emoji needs them.
enum SafeName {
    /// The maximum length of a name in bytes; the rest of 255 is for a suffix.
    static let limit = 180

    /// Returns `text` as the name of a folder or file; never empty, hidden, `.` or `..`.
    static func component(_ text: String, limit: Int = limit) -> String {
        let scalars = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
        var name = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let isKept = isPlain(scalar) || isJoiner(scalar) && joins(scalars, at: index)
            name.append(isKept ? scalar : "_")
        }
        // The end of a name is ignored by some systems, and a dot at its start hides it.
        while let last = name.last, last == "." || last.properties.isWhitespace {
            name.removeLast()
        }
        // At once: each removal at the beginning moves the rest of the name.
        let start = name.firstIndex { !$0.properties.isWhitespace } ?? name.endIndex
        name.removeSubrange(name.startIndex..<start)
        if name.first == "." {
            name.replaceSubrange(name.startIndex...name.startIndex, with: "_".unicodeScalars)
        }
        if name.isEmpty { return "_" }
        let safe = String(name)
        return shortened(isReserved(safe) ? "_" + safe : safe, to: limit)
    }

    /// Returns `name` with `suffix` before its extension, in at most 255 bytes.
    static func adding(_ suffix: String, to name: String) -> String {
        let (stem, fileExtension) = split(name)
        return shortened(stem, to: 255 - suffix.utf8.count - fileExtension.utf8.count) + suffix
            + fileExtension
    }

    /// Returns the form under which two names count as one on a system that ignores case.
    ///
    /// It also joins the forms of the Unicode normalization, and names that differ in joiners
    /// alone, which look the same.
    static func key(_ path: String) -> String {
        let key = path.decomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
        guard key.unicodeScalars.contains(where: isJoiner) else { return key }
        return String(String.UnicodeScalarView(key.unicodeScalars.filter { !isJoiner($0) }))
    }

    /// Returns the components of a path.
    ///
    /// It is divided at each slash, as the system does it. A slash and a combining mark after it
    /// are one `Character`, so scalars are compared.
    static func components(of path: String) -> [String] {
        path.unicodeScalars.split(separator: "/").map { String($0) }
    }

    /// Returns the stem and the extension with its dot, which is empty if there is none.
    static func split(_ name: String) -> (stem: String, fileExtension: String) {
        guard let dot = name.unicodeScalars.lastIndex(of: "."), dot != name.startIndex,
            name[dot...].utf8.count <= 20
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    private static func shortened(_ name: String, to limit: Int) -> String {
        guard name.utf8.count > limit else { return name }
        let (stem, fileExtension) = split(name)
        var short = stem.unicodeScalars
        // The files of a live photo, whose extensions differ in length, keep one stem.
        var length = stem.utf8.count + max(fileExtension.utf8.count, 8)
        while length > limit, let last = short.popLast() { length -= UTF8.width(last) }
        while let last = short.last,
            last == "." || last.properties.isWhitespace || isJoiner(last)
        {
            short.removeLast()
        }
        return (short.isEmpty ? "_" : String(short)) + fileExtension
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": return false
        default: break
        }
        switch scalar.properties.generalCategory {
        // Format characters include those that turn the direction of the text.
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
            .privateUse:
            return false
        default: return true
        }
    }

    /// Whether a scalar is the zero-width joiner or non-joiner.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{200C}" || scalar == "\u{200D}"
    }

    /// Whether a joiner changes what is displayed: between emoji, or between letters of a script
    /// whose letters have several forms.
    ///
    /// Elsewhere, as between Latin letters, it would be invisible.
    private static func joins(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard index > 0, index + 1 < scalars.count else { return false }
        let (left, right) = (scalars[index - 1], scalars[index + 1])
        if isJoined(left), isJoined(right) { return true }
        // U+FE0F selects the form of the emoji before it.
        return (isEmoji(left) || left == "\u{FE0F}") && isEmoji(right)
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0xFF && scalar.properties.isEmoji
    }

    /// Whether a scalar is a letter or a mark of Arabic, Syriac, N'Ko, the scripts of India,
    /// Burmese, Khmer or Mongolian.
    private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x600...0xDFF, 0x1000...0x109F, 0x1780...0x18AF: break
        default: return false
        }
        switch scalar.properties.generalCategory {
        case .otherLetter, .nonspacingMark, .spacingMark, .modifierLetter: return true
        default: return false
        }
    }

    private static func isReserved(_ name: String) -> Bool {
        let stem = String(name.unicodeScalars.prefix { $0 != "." }).uppercased()
        if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
        guard stem.hasPrefix("COM") || stem.hasPrefix("LPT"), stem.count == 4 else { return false }
        return stem.last.map { "123456789".contains($0) } ?? false
    }
}

extension UTF8 {
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x80: 1
        case ..<0x800: 2
        case ..<0x1_0000: 3
        default: 4
        }
    }
}
