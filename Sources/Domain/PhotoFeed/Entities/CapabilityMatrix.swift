package import TextFormats

/// The abilities of a server as a probe has found them, for display.
///
/// ```text
/// changes since a token   no
/// ranges of files         yes       strong tags
/// previews                unknown   the probe found no photo
/// ```
public struct CapabilityMatrix: Hashable, Sendable {
    /// The result for one ability.
    public enum Finding: String, Sendable {
        /// The server has shown the ability.
        case yes
        /// The server has shown that it lacks the ability.
        case no
        /// No answer has shown either.
        case unknown
    }

    /// One ability.
    public struct Row: Hashable, Sendable {
        /// The name for programs.
        public let name: ServerFinding.Name
        /// The name for people.
        public let title: String
        /// The result.
        public let finding: Finding
        /// The reason or the kind, in a few words of the program; `nil` if there is none.
        public let detail: String?

        /// Creates the row of the ability `name`.
        public init(
            name: ServerFinding.Name, title: String, finding: Finding, detail: String? = nil
        ) {
            self.name = name
            self.title = title
            self.finding = finding
            self.detail = detail
        }
    }

    /// The abilities, in a fixed order.
    public let rows: [Row]

    /// Creates the matrix with these rows.
    public init(rows: [Row]) { self.rows = rows }

    /// Returns the result for the ability `name`; `.unknown` without such a row.
    public func finding(of name: ServerFinding.Name) -> Finding {
        rows.first { $0.name == name }?.finding ?? .unknown
    }

    /// The rows as lines in columns.
    public var lines: [String] {
        let width = rows.map(\.title.count).max() ?? 0
        return rows.map { row in
            let title = row.title + String(repeating: " ", count: width - row.title.count)
            guard let detail = row.detail else { return "\(title)   \(row.finding.rawValue)" }
            let space = String(repeating: " ", count: 7 - row.finding.rawValue.count)
            return "\(title)   \(row.finding.rawValue)\(space)   \(detail)"
        }
    }

    /// The rows as findings: a server may lack each ability, so none of them is a fault.
    public var findings: [ServerFinding] {
        rows.map { row in
            let detail = row.detail.map { " (\($0))" } ?? ""
            return ServerFinding(row.name, .good, "\(row.title): \(row.finding.rawValue)\(detail)")
        }
    }

    /// Writes the rows as a member `capabilities`.
    package func write(to json: inout JSONWriter) {
        json.array("capabilities") { json in
            for row in rows {
                json.object { json in
                    json.member("name", row.name.text)
                    json.member("finding", row.finding.rawValue)
                    json.member("detail", row.detail)
                }
            }
        }
    }
}
