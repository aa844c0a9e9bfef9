extension TerminalText {
    /// Escapes the cells of a table and pads them, so that each column is as wide as its widest
    /// cell.
    ///
    /// - Parameter rows: rows of equal length; that of the headings is the first.
    /// - Returns: a line for each row; the last cell of a row is not padded.
    package static func table(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in
            rows.map { columns(of: $0[column]) }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).dropLast().map { cell, width in
                width > 0 ? column(cell, width: width) + "  " : "  "
            }
            return cells.joined() + escape(row.last ?? "")
        }
    }
}
