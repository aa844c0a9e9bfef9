import Escaping

/// The drawing of a sequence diagram in SVG.
///
/// Its style is here and not a file of its own: the drawing is one file, whose sizes are computed.
struct SequenceDrawing {
    private static let (margin, column, row, lineHeight) = (20, 128, 27, 15)
    private static let (groupTop, headTop) = (62, 90)
    /// The maximum number of characters of a line of a service's name.
    private static let nameWidth = 16
    private static let threads = "other threads"

    private let diagram: SequenceDiagram
    private let groups: [(name: String?, lifelines: [SequenceDiagram.Lifeline])]
    private let positions: [SequenceDiagram.Lifeline: Int]
    private let headHeight: Int
    private let (width, height): (Int, Int)
    private var lines: [String] = []

    /// The document.
    var text: String { lines.joined(separator: "\n") + "\n" }

    init(of diagram: SequenceDiagram) {
        self.diagram = diagram
        groups = diagram.groups
        let lifelines = groups.flatMap(\.lifelines)
        var positions: [SequenceDiagram.Lifeline: Int] = [:]
        for (index, lifeline) in lifelines.enumerated() {
            positions[lifeline] = Self.margin + Self.column * index + Self.column / 2
        }
        self.positions = positions
        let most = lifelines.map { Self.words(of: $0.name).count }.max() ?? 1
        headHeight = most * Self.lineHeight + 12
        width = max(560, Self.margin * 2 + Self.column * lifelines.count)
        let rows = max(1, diagram.arrows.count)
        height = Self.headTop + headHeight + rows * Self.row + 70
        drawHead()
        drawGroups()
        for (index, arrow) in diagram.arrows.enumerated() { draw(arrow, at: index) }
        drawLegend()
        lines.append("</svg>")
    }

    private var bottom: Int { height - 52 }

    private mutating func drawHead() {
        let title = HTMLEscape.escape(diagram.title)
        lines.append(
            """
            \(SequenceDiagram.beginning) xmlns="http://www.w3.org/2000/svg" \
            width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
            role="img" aria-labelledby="title">
              <title id="title">\(title)</title>
              <style>
                :root { --paper: #ffffff; --ink: #1b2430; --soft: #5b6776; --line: #c3ccd7;
                  --head: #ffffff; --post: #2f6fdb; --call: #1b2430;
                  --ui: #e7f0fd; --bl: #e8f5ec; --pool: #f3ecfb; --threads: #f0f2f5; }
                @media (prefers-color-scheme: dark) {
                  :root { --paper: #11161d; --ink: #e7edf5; --soft: #9dabbc; --line: #465365;
                    --head: #11161d; --post: #7fb0ff; --call: #e7edf5;
                    --ui: #17263d; --bl: #162c20; --pool: #2a1f3b; --threads: #1d242d; }
                }
                text { font-family: ui-sans-serif, system-ui, "Segoe UI", "DejaVu Sans", sans-serif;
                  font-size: 12px; fill: var(--ink); }
                .title { font-size: 17px; font-weight: 650; } .note { fill: var(--soft); }
                .name { font-weight: 600; text-anchor: middle; }
                .module { font-style: italic; font-weight: 400; }
                .group { font-weight: 650; fill: var(--soft); }
                .label { text-anchor: middle; font-size: 11px; paint-order: stroke;
                  stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; }
                .count { font-weight: 700; }
                .life { stroke: var(--line); stroke-dasharray: 3 4; }
                .head { fill: var(--head); stroke: var(--line); }
                .post { stroke: var(--post); stroke-width: 1.5; fill: none; }
                .call { stroke: var(--call); stroke-width: 1.2; fill: none; stroke-dasharray: 5 3; }
                .post-tip { fill: var(--post); } .call-tip { fill: var(--call); }
              </style>
              <defs>
                <marker id="post" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" \
            markerHeight="8" orient="auto"><path class="post-tip" d="M0 0L10 5L0 10z"/></marker>
                <marker id="call" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" \
            markerHeight="8" orient="auto"><path class="call-tip" d="M0 0L10 5L0 10z"/></marker>
              </defs>
              <rect width="\(width)" height="\(height)" fill="var(--paper)"/>
              <text class="title" x="\(Self.margin)" y="36">\(title)</text>
            """)
    }

    private mutating func drawGroups() {
        var left = Self.margin
        for group in groups {
            let width = Self.column * group.lifelines.count
            let name = HTMLEscape.escape(group.name ?? Self.threads)
            let color = Self.color(of: group.name)
            lines.append(
                """
                  <rect x="\(left + 3)" y="\(Self.groupTop)" width="\(width - 6)" \
                height="\(bottom - Self.groupTop + 8)" rx="8" fill="var(--\(color))"/>
                  <text class="group" x="\(left + 14)" y="\(Self.groupTop + 19)">\(name)</text>
                """)
            for lifeline in group.lifelines { draw(lifeline) }
            left += width
        }
    }

    private mutating func draw(_ lifeline: SequenceDiagram.Lifeline) {
        let x = position(of: lifeline)
        let words = Self.words(of: lifeline.name)
        let top = Self.headTop + headHeight
        lines.append(
            """
              <line class="life" x1="\(x)" y1="\(top)" x2="\(x)" y2="\(bottom)"/>
              <rect class="head" x="\(x - Self.column / 2 + 8)" y="\(Self.headTop)" \
            width="\(Self.column - 16)" height="\(headHeight)" rx="5"/>
            """)
        let first = Self.headTop + (headHeight - words.count * Self.lineHeight) / 2 + 12
        for (index, word) in words.enumerated() {
            lines.append(
                """
                  <text class="name\(lifeline.isModule ? " module" : "")" x="\(x)" \
                y="\(first + index * Self.lineHeight)">\(HTMLEscape.escape(word))</text>
                """)
        }
    }

    private mutating func draw(_ arrow: SequenceDiagram.Arrow, at index: Int) {
        let y = Self.headTop + headHeight + (index + 1) * Self.row
        let (from, to) = (position(of: arrow.from), position(of: arrow.to))
        let kind = arrow.isPost ? "post" : "call"
        let count =
            arrow.count > 1 ? #" <tspan class="count">×\#(arrow.count)</tspan>"# : ""
        lines.append(
            """
              <path class="\(kind)" d="M\(from) \(y)H\(to)" marker-end="url(#\(kind))"/>
              <text class="label" x="\((from + to) / 2)" y="\(y - 5)">\
            \(HTMLEscape.escape(arrow.text))\(count)</text>
            """)
    }

    private mutating func drawLegend() {
        let y = height - 20
        let rest =
            diagram.leftOutCount > 0
            ? "; \(diagram.leftOutCount) further arrows are left out" : ""
        lines.append(
            """
              <path class="post" d="M\(Self.margin) \(y - 4)h34" marker-end="url(#post)"/>
              <text class="note" x="\(Self.margin + 42)" y="\(y)">post of work</text>
              <path class="call" d="M\(Self.margin + 128) \(y - 4)h34" marker-end="url(#call)"/>
              <text class="note" x="\(Self.margin + 170)" y="\(y)">call in the same run; \
            ×N: so many times\(rest)</text>
            """)
    }

    private func position(of lifeline: SequenceDiagram.Lifeline) -> Int { positions[lifeline] ?? 0 }

    private static func color(of group: String?) -> String {
        switch group {
        case "UI": "ui"
        case "BL": "bl"
        case nil: "threads"
        default: "pool"
        }
    }

    /// The lines of a name, which is broken before capital letters; a longer word is shortened.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for character in name {
            if wasLower, character.isUppercase || character == "<" {
                words.append(word)
                word = ""
            }
            word.append(character)
            wasLower = !character.isUppercase
        }
        words.append(word)
        var lines: [String] = []
        for word in words {
            let short =
                word.count > nameWidth ? word.prefix(nameWidth - 1) + "…" : Substring(word)
            if let last = lines.last, last.count + short.count <= nameWidth {
                lines[lines.count - 1] = last + short
            } else {
                lines.append(String(short))
            }
        }
        return lines.count > 3 ? lines.prefix(2) + [lines[2].prefix(nameWidth - 1) + "…"] : lines
    }
}

extension SequenceDiagram {
    /// The drawing, as a document of its own, for light and dark displays.
    public var svg: String { SequenceDrawing(of: self).text }
}
