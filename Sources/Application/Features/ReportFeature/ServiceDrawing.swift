import Composition
import TextFormats

/// The graph of the services as a drawing in SVG, with the scheduler of each as its color.
///
/// Its style is here and not a file of its own: the drawing is one file, whose colors are computed.
struct ServiceDrawing {
    private static let height = 48
    private static let gap = (x: 72, y: 20)
    private static let margin = 24
    private static let legend = 44
    /// The colors of the roles: border and background.
    private static let colors = [
        ("#b4540a", "#fff3e6"), ("#2f6fdb", "#eaf2ff"), ("#2c7a4b", "#e9f7ee"),
        ("#6b4bb8", "#f2edfd"), ("#7a3b52", "#fbeaf0"),
    ]

    private let description: CompositionDescription
    private let layout: ServiceLayout
    /// The roles and their schedulers, in the order of the legend.
    private let roles: [(name: String, scheduler: String)]
    private let width: Int

    init(_ description: CompositionDescription) {
        self.description = description
        layout = ServiceLayout(description.services)
        let schedulers = Dictionary(
            description.services.map { ($0.role, $0.scheduler ?? "any thread") }
        ) { first, _ in first }
        roles = schedulers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let longest = description.services.flatMap { service in
            [service.name.count * 9, Self.note(on: service, in: description).count * 7]
        }
        width = (longest.max() ?? 0) + 24
    }

    /// The document.
    var text: String {
        let columns = max(1, layout.columnCount)
        let size = (
            x: 2 * Self.margin + columns * (width + Self.gap.x) - Self.gap.x,
            y: 2 * Self.margin + layout.rowCount * (Self.height + Self.gap.y) + Self.legend
        )
        let elements = [head(size.x, size.y)] + arrows + boxes + key(at: size.y - Self.legend)
        return elements.joined(separator: "\n") + "\n</svg>\n"
    }

    private func head(_ width: Int, _ height: Int) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" role="img">
        <title>The services of the program</title>
        <style>
        text { font-family: ui-sans-serif, system-ui, "DejaVu Sans", sans-serif; font-size: 15px; }
        .note { font-size: 12px; fill: #5b6776; }
        path { fill: none; stroke: #5b6776; stroke-width: 1.5; }
        .handle { stroke-dasharray: 5 4; }
        </style>
        <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" \
        markerHeight="8" orient="auto"><polygon points="0,0 8,4 0,8" fill="#5b6776"/></marker>
        </defs>
        <rect width="\(width)" height="\(height)" fill="#ffffff"/>
        """
    }

    private var arrows: [String] {
        let cells = Dictionary(
            layout.cells.map { ($0.service.name, $0) }, uniquingKeysWith: { first, _ in first })
        return layout.cells.flatMap { cell in
            cell.service.needs.compactMap { need in
                cells[need.service].map { arrow(from: cell, to: $0, isDirect: need.isDirect) }
            }
        }
    }

    private func arrow(
        from user: ServiceLayout.Cell, to need: ServiceLayout.Cell, isDirect: Bool
    ) -> String {
        let start = (x: x(of: user) + width, y: y(of: user) + Self.height / 2)
        let end = (x: x(of: need), y: y(of: need) + Self.height / 2)
        let bend = Self.gap.x / 2
        let kind = isDirect ? "" : " class=\"handle\""
        return "<path\(kind) d=\"M \(start.x) \(start.y) C \(start.x + bend) \(start.y), "
            + "\(end.x - bend) \(end.y), \(end.x) \(end.y)\" marker-end=\"url(#arrow)\"/>"
    }

    private var boxes: [String] {
        layout.cells.map { cell in
            let (x, y) = (x(of: cell), y(of: cell))
            let note = Self.note(on: cell.service, in: description)
            return box(x, y, width, role: cell.service.role)
                + label(x + 12, y + 20, cell.service.name)
                + label(x + 12, y + 37, note, isNote: true)
        }
    }

    /// The legend of the roles.
    private func key(at y: Int) -> [String] {
        roles.enumerated().map { number, role in
            let x = Self.margin + number * 180
            return box(x, y, 24, role: role.name, height: 18)
                + label(x + 32, y + 14, "\(role.name): \(role.scheduler)", isNote: true)
        }
    }

    private func box(
        _ x: Int, _ y: Int, _ width: Int, role: String, height: Int = Self.height
    ) -> String {
        let number = roles.firstIndex { $0.name == role } ?? 0
        let (border, background) = Self.colors[number % Self.colors.count]
        return "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"8\" "
            + "fill=\"\(background)\" stroke=\"\(border)\"/>"
    }

    private func label(_ x: Int, _ y: Int, _ text: String, isNote: Bool = false) -> String {
        let kind = isNote ? " class=\"note\"" : ""
        return "<text x=\"\(x)\" y=\"\(y)\"\(kind)>\(HTMLEscape.escape(text))</text>"
    }

    private func x(of cell: ServiceLayout.Cell) -> Int {
        Self.margin + cell.column * (width + Self.gap.x)
    }

    private func y(of cell: ServiceLayout.Cell) -> Int {
        Self.margin + cell.row * (Self.height + Self.gap.y)
    }

    /// The module, the level and the states of a service.
    private static func note(
        on service: CompositionDescription.Service, in description: CompositionDescription
    ) -> String {
        let states = description.scopes.compactMap { $0.states[service.name]?.rawValue }
        return ([service.module, service.level.rawValue] + Set(states).sorted())
            .joined(separator: " · ")
    }
}
