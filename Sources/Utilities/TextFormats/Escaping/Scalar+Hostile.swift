extension Unicode.Scalar {
    /// Whether the scalar is invisible or has an effect: controls, format marks, separators.
    package var isHostile: Bool {
        switch value {
        case 0x20...0x7E: false
        case 0...0x1F, 0x7F...0x9F: true
        // Soft hyphen, direction marks, embeddings, overrides and isolates, separators, invisible
        // operators, byte order mark, annotations, tags. Joiners (200C, 200D) stay: scripts and
        // emoji need them.
        case 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }
}

extension String {
    /// Appends a scalar, or its visible escape if it is hostile.
    mutating func append(escaping scalar: Unicode.Scalar) {
        guard scalar.isHostile else { return unicodeScalars.append(scalar) }
        switch scalar {
        case "\n": self += "\\n"
        case "\r": self += "\\r"
        case "\t": self += "\\t"
        default: self += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
}
