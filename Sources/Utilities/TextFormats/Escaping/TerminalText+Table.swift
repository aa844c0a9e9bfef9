extension TerminalText {
    /// Escapes the cells of a table and pads them, so that each column is as wide as its widest
    /// cell.
    ///
    /// - Parameters:
    ///   - rows: rows of equal length; that of the headings is the first.
    ///   - width: the width of the terminal; `nil` without one.
    ///   - order: the columns that a narrow terminal does not show, those that go first first.
    /// - Returns: a line for each row; the last cell of a row is not padded.
    package static func table(
        _ rows: [[String]], width: Int? = nil, leavingOut order: [Int] = []
    ) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in
            rows.map { columns(of: $0[column]) }.max() ?? 0
        }
        var shown = Array(widths.indices)
        for column in order {
            // The last cell of a row may be a long text, which needs more than one line.
            let last = shown.last.map { min(widths[$0], 12) } ?? 0
            let needed = shown.dropLast().reduce(last) { $0 + widths[$1] + 2 }
            guard let width, needed > width else { break }
            shown.removeAll { $0 == column }
        }
        return rows.map { row in
            let cells = shown.dropLast().map { index in
                widths[index] > 0 ? column(row[index], width: widths[index]) + "  " : "  "
            }
            return cells.joined() + escape(shown.last.map { row[$0] } ?? "")
        }
    }
}
