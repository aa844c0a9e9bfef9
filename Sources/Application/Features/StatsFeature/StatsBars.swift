import CommandLineProgram
import TextFormats

/// The counts of a library as bars for a terminal.
struct StatsBars {
    /// The number of months, places and cameras that are shown one by one.
    static let limit = 12
    /// The largest number of columns of a name, which may come from a file.
    private static let widthOfNames = 28
    /// The width below which the sizes in bytes are left out.
    private static let widthOfSizes = 50

    private let census: LibraryCensus
    private let libraries: Int
    private let width: Int

    /// - Parameter width: the columns of the terminal.
    init(_ census: LibraryCensus, libraries: Int, width: Int) {
        self.census = census
        self.libraries = libraries
        self.width = width
    }

    /// The lines: the sum, and a table for each property.
    var lines: [String] {
        [Self.sentence(census, libraries: libraries)]
            + census.tables.flatMap { ["", $0.title] + lines(of: $0.rows(limit: Self.limit)) }
    }

    /// The sum in words.
    static func sentence(_ census: LibraryCensus, libraries: Int) -> String {
        let place = libraries == 1 ? "" : " in \(libraries) libraries"
        return "\(Units.items(census.total.items))\(place), "
            + Units.bytes(Int(census.total.bytes))
    }

    private func lines(of rows: [LibraryCensus.Row]) -> [String] {
        let cells = rows.map { row in
            (
                name: row.name ?? "unknown", items: Units.count(row.count.items),
                size: width < Self.widthOfSizes ? "" : "  " + Units.bytes(Int(row.count.bytes))
            )
        }
        let longest = cells.map { TerminalText.columns(of: $0.name) }.max() ?? 0
        let names = min(longest, Self.widthOfNames, max(12, width / 3))
        let items = cells.map(\.items.count).max() ?? 0
        let sizes = cells.map(\.size.count).max() ?? 0
        let space = max(1, width - names - items - sizes - 4)
        let most = rows.map(\.count.items).max() ?? 1
        return zip(rows, cells).map { row, cell in
            TerminalText.column(cell.name, width: max(1, names)) + "  "
                + TerminalText.column(Self.bar(row.count.items, of: most, in: space), width: space)
                + "  " + Self.right(cell.items, items) + Self.right(cell.size, sizes)
        }
    }

    /// The bar of a number: `space` columns for the largest, and at least an eighth of a column.
    private static func bar(_ number: Int, of most: Int, in space: Int) -> String {
        guard number > 0, most > 0 else { return "" }
        let eighths = max(1, Int((Double(number) / Double(most) * Double(space * 8)).rounded()))
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
