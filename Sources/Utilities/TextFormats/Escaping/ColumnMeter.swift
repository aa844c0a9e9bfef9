/// Counts the terminal columns of a text, scalar by scalar.
///
/// The wide ranges are those of Unicode's East Asian Width (W and F) that are likely in names, in
/// blocks. Terminals differ in the rest, and a table tolerates an extra column.
struct ColumnMeter {
    private var afterJoiner = false

    mutating func columns(of scalar: Unicode.Scalar) -> Int {
        // A scalar after a zero-width joiner is drawn into the picture before it.
        let joined = afterJoiner
        afterJoiner = scalar.value == 0x200D
        if scalar.isHostile { return Self.escapeLength(scalar) }
        if scalar.value < 0x300 { return 1 }
        if joined || Self.isZeroWidth(scalar) { return 0 }
        return Self.isWide(scalar.value) ? 2 : 1
    }

    private static func escapeLength(_ scalar: Unicode.Scalar) -> Int {
        var escaped = ""
        escaped.append(escaping: scalar)
        return escaped.utf8.count
    }

    private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: (0x1F3FB...0x1F3FF).contains(scalar.value)  // skin tones modify the scalar before
        }
    }

    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x2614...0x2615,
            0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1B000...0x1B2FF,
            0x1F1E6...0x1F1FF, 0x1F200...0x1F64F, 0x1F680...0x1F6FF, 0x1F7E0...0x1F7EB,
            0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
