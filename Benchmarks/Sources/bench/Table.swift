import Foundation

/// The results as a table for reading.
enum Table {
    static let heading =
        cells("name", "unit", "ours", "theirs", "better", "peer")
        + "  ours and theirs: allocations; instructions"

    static func line(_ row: Row) -> String {
        let figures = cells(
            row.name, row.unit, number(row.ours), number(row.theirs),
            String(format: "%.2fx", row.ratio), row.peer)
        func pair(_ counts: Row.Counts?) -> String? {
            counts.map { "\(number($0.ours)), \(number($0.theirs))" }
        }
        let counts = [row.allocations, row.instructions].compactMap(pair).joined(separator: "; ")
        return counts.isEmpty ? figures : "\(figures)  \(counts)"
    }

    /// Prints a line and flushes it, even into a pipe, because a suite takes minutes.
    static func show(_ line: String) {
        print(line)
        fflush(nil)
    }

    private static func cells(
        _ name: String, _ unit: String, _ ours: String, _ theirs: String, _ ratio: String,
        _ peer: String
    ) -> String {
        pad(name, 44) + pad(unit, 14) + lead(ours, 12) + lead(theirs, 12) + lead(ratio, 9) + "  "
            + pad(peer, 26)
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func lead(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    private static func number(_ value: Double) -> String {
        String(format: value < 10 ? "%.2f" : value < 1000 ? "%.1f" : "%.0f", value)
    }
}
