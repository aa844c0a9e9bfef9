import Composition

/// The places of services in a drawing: each service is left of those that it needs.
struct ServiceLayout {
    /// A service, its column from the left, and its row from the top.
    struct Cell {
        let service: CompositionDescription.Service
        let column: Int
        let row: Int
    }

    /// The cells, each after those of the services that need it.
    let cells: [Cell]

    /// The number of columns.
    var columnCount: Int { (cells.map(\.column).max() ?? -1) + 1 }

    /// The number of rows of the longest column.
    var rowCount: Int { (cells.map(\.row).max() ?? -1) + 1 }

    /// - Parameter services: the services, each after those that it needs.
    init(_ services: [CompositionDescription.Service]) {
        // The services that need nothing are in the last column.
        var depths: [String: Int] = [:]
        for service in services {
            depths[service.name] = (service.needs.compactMap { depths[$0.service] }.max() ?? -1) + 1
        }
        let last = depths.values.max() ?? 0
        var users: [String: [String]] = [:]
        for service in services {
            for need in service.needs { users[need.service, default: []].append(service.name) }
        }
        var cells: [Cell] = []
        var rows: [String: Int] = [:]
        for column in 0...last {
            // A service is near those that need it, so that the arrows are short.
            let members = services.filter { depths[$0.name] == last - column }.map { service in
                let near = (users[service.name] ?? []).compactMap { rows[$0] }
                let height = near.isEmpty ? 0 : Double(near.reduce(0, +)) / Double(near.count)
                return (height: height, service: service)
            }
            .sorted { ($0.height, $0.service.name) < ($1.height, $1.service.name) }
            for (row, member) in members.enumerated() {
                rows[member.service.name] = row
                cells.append(Cell(service: member.service, column: column, row: row))
            }
        }
        self.cells = cells
    }
}
