import Logging

/// Which schedulers block on which others without serving their own work, so that a cycle is refused instead of hanging.
enum WaitGraph {
    private struct Edge {
        let from: ObjectIdentifier
        let to: ObjectIdentifier
        let fromName: String
    }

    /// One wait that is under way.
    struct Wait: Sendable {
        fileprivate let number: UInt64?

        /// Ends the wait.
        func end() {
            guard let number else { return }
            _ = state.withLock { $0.edges.removeValue(forKey: number) }
        }
    }

    private static let state = Guarded<(edges: [UInt64: Edge], begun: UInt64)>(([:], 0))

    /// Begins a wait of the caller's scheduler for `target`; a caller outside of any scheduler can be in no cycle.
    static func begin(
        for target: any Scheduler, _ file: StaticString, _ line: UInt
    ) throws(BlockingError) -> Wait {
        guard let current = Schedulers.current else { return Wait(number: nil) }
        let edge = Edge(
            from: ObjectIdentifier(current), to: ObjectIdentifier(target), fromName: current.name)
        let (number, cycle) = state.withLock { state -> (UInt64, [String]?) in
            if let names = path(from: edge.to, to: edge.from, in: state.edges) {
                return (0, [edge.fromName] + names)
            }
            state.begun += 1
            state.edges[state.begun] = edge
            return (state.begun, nil)
        }
        if let cycle {
            let posted = Provenance.here(file, line).map { ", at \($0)" } ?? ""
            schedulingLog.error("\(BlockingError.cycle(cycle))\(posted)")
            throw .cycle(cycle)
        }
        return Wait(number: number)
    }

    /// The names of the schedulers on the way from one to another; a scheduler blocks on one other at a time.
    private static func path(
        from start: ObjectIdentifier, to goal: ObjectIdentifier, in edges: [UInt64: Edge]
    ) -> [String]? {
        var names: [String] = []
        var place = start
        while place != goal {
            guard let edge = edges.values.first(where: { $0.from == place }),
                names.count <= edges.count
            else { return nil }
            names.append(edge.fromName)
            place = edge.to
        }
        return names
    }
}
