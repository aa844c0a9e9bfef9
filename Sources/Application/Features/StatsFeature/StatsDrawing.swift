import CommandLineProgram
import TextFormats

/// The counts of a library as a drawing in SVG with bars, without scripts and links.
///
/// Its style is here and not a file of its own: the drawing is one file, whose sizes are computed.
struct StatsDrawing {
    /// The number of months, places and cameras that are shown one by one.
    private static let limit = 60
    private static let row = 22
    private static let margin = 24
    private static let names = 130
    /// The number of characters of a name that fit before the bars.
    private static let nameWidth = 17
    private static let bars = 440
    private static let width = 760

    private let census: LibraryCensus
    private let libraries: Int

    init(_ census: LibraryCensus, libraries: Int) {
        self.census = census
        self.libraries = libraries
    }

    /// The document.
    var text: String {
        var y = Self.margin + Self.row
        let sentence = StatsBars.sentence(census, libraries: libraries)
        var elements = [Self.label(Self.margin, y, sentence, kind: "title")]
        for table in census.tables {
            y += 2 * Self.row
            elements.append(Self.label(Self.margin, y, table.title, kind: "title"))
            let rows = table.rows(limit: Self.limit)
            let most = max(1, rows.map(\.count.items).max() ?? 1)
            for row in rows {
                y += Self.row
                elements.append(Self.line(row, of: most, at: y))
            }
        }
        let head = Self.head(Self.width, y + Self.margin)
        return ([head] + elements).joined(separator: "\n") + "\n</svg>\n"
    }

    private static func head(_ width: Int, _ height: Int) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" role="img">
        <title>The photos and videos of the library</title>
        <style>
        text { font-family: ui-sans-serif, system-ui, "DejaVu Sans", sans-serif; font-size: 14px; }
        .title { font-weight: 600; }
        .note { font-size: 12px; fill: #5b6776; }
        </style>
        <rect width="\(width)" height="\(height)" fill="#ffffff"/>
        """
    }

    /// The name, the bar and the counts of a row.
    private static func line(_ row: LibraryCensus.Row, of most: Int, at y: Int) -> String {
        let share = Double(row.count.items) / Double(most)
        let length = max(1, Int((share * Double(bars)).rounded()))
        let x = margin + names
        // The name of a camera comes from a file, and may be of any length.
        return label(margin, y, TerminalText.truncate(row.name ?? "unknown", width: nameWidth))
            + "<rect x=\"\(x)\" y=\"\(y - 13)\" width=\"\(length)\" height=\"16\" rx=\"2\" "
            + "fill=\"#2f6fdb\"/>"
            + label(
                x + length + 8, y,
                "\(Units.count(row.count.items)), \(Units.bytes(Int(row.count.bytes)))",
                kind: "note")
    }

    private static func label(_ x: Int, _ y: Int, _ text: String, kind: String? = nil) -> String {
        let kind = kind.map { " class=\"\($0)\"" } ?? ""
        return "<text\(kind) x=\"\(x)\" y=\"\(y)\">\(HTMLEscape.escape(text))</text>"
    }
}
