/// Escapes untrusted text for an HTML page, so that it is not read as markup.
///
/// Pure functions, for any scheduler.
package enum HTMLEscape {
    /// Escapes `text` for an element's content and for a quoted attribute's value.
    ///
    /// `&`, `<`, `>`, `"` and `'` become character references, and a control character that HTML
    /// does not allow becomes U+FFFD. Not for unquoted attributes, URLs, scripts or styles.
    ///
    /// Cost: one pass; text without such characters is returned unchanged, without a copy.
    package static func escape(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { replacement(for: $0) != nil }) else {
            return text
        }
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            if let replacement = replacement(for: scalar) {
                escaped += replacement
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func replacement(for scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x26: "&amp;"
        case 0x3C: "&lt;"
        case 0x3E: "&gt;"
        case 0x22: "&quot;"
        case 0x27: "&#39;"
        case 0x09, 0x0A, 0x0D: nil
        case 0...0x1F, 0x7F...0x9F: "\u{FFFD}"
        default: nil
        }
    }
}
