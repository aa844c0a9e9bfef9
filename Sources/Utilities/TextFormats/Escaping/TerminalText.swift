/// Makes untrusted text harmless for a terminal, a log line or a table.
///
/// A photo's name comes from a server. It may contain an escape sequence that repaints the screen,
/// a newline that forges a log line, or a direction override that shows `gpj.exe` as `exe.jpg`.
/// Such scalars become visible escapes: `\n`, `\r`, `\t`, and `\u{202E}` for the rest. The result
/// is for display only: a backslash stays as it is, so the escapes cannot be decoded again.
///
/// All functions here are pure, and may be called on any scheduler.
package enum TerminalText {
    /// Replaces every scalar that could control a terminal or mislead a reader by a visible escape.
    ///
    /// Cost: one pass; text without such scalars is returned unchanged, without a copy.
    package static func escape(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isHostile) else { return text }
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars { escaped.append(escaping: scalar) }
        return escaped
    }

    /// Escapes `text` and cuts it with `…` so that it takes at most `width` terminal columns.
    ///
    /// East Asian wide characters and emoji count as two columns, combining marks as none. A
    /// sequence of more than eight marks on one letter is cut as if it were too wide.
    ///
    /// Cost: linear in the part that is kept, however long `text` is.
    package static func truncate(_ text: String, width: Int) -> String {
        precondition(width >= 1, "a width must be at least one column")
        var fitter = TextFitter(width: width)
        for scalar in text.unicodeScalars where !fitter.take(scalar) { break }
        return fitter.result
    }

    /// As `truncate(_:width:)`, and padded with spaces to exactly `width` columns.
    package static func column(_ text: String, width: Int) -> String {
        let kept = truncate(text, width: width)
        return kept + String(repeating: " ", count: max(0, width - columns(of: kept)))
    }

    /// Returns the number of terminal columns that `text` takes after escaping.
    package static func columns(of text: String) -> Int {
        var meter = ColumnMeter()
        return text.unicodeScalars.reduce(0) { $0 + meter.columns(of: $1) }
    }
}

/// The part of a text that fits into a column, and the last place where an ellipsis still fits.
private struct TextFitter {
    let width: Int
    private var kept = ""
    private var used = 0
    private var marks = 0
    private var bytesBeforeEllipsis = 0
    private var overflown = false
    private var meter = ColumnMeter()

    init(width: Int) { self.width = width }

    /// Takes one scalar; returns `false` when it did not fit, which ends the text.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        let columns = meter.columns(of: scalar)
        marks = columns == 0 ? marks + 1 : 0
        guard used + columns <= width, marks <= 8 else {
            overflown = true
            return false
        }
        kept.append(escaping: scalar)
        used += columns
        if used < width { bytesBeforeEllipsis = kept.utf8.count }
        return true
    }

    var result: String {
        guard overflown else { return kept }
        let end = kept.utf8.index(kept.startIndex, offsetBy: bytesBeforeEllipsis)
        return String(kept.unicodeScalars[..<end]) + "…"
    }
}
