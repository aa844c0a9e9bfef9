import CMeters

/// Compares this project with its peers: they take turns in one run, and medians are compared.
///
/// Times are medians of several rounds. The order is reversed in every other round, so that heat
/// and other load affect all contenders. Allocations and instructions are counted in a separate
/// round, which is not timed.
struct Harness {
    /// The argument that makes this program a child that runs the operations of one contender.
    static let countingRole = "--count"

    let suite: String
    let circumstances: Circumstances
    private let counted: CountedRound?
    private(set) var rows: [Row] = []

    /// Creates a harness that measures everything, or runs only the round `counted`.
    init(suite: String, circumstances: Circumstances, only counted: CountedRound? = nil) {
        self.suite = suite
        self.circumstances = circumstances
        self.counted = counted
    }

    /// The only round of a child, with the arguments `SUITE ROW CONTENDER OPERATIONS`.
    struct CountedRound {
        let row: String
        let contender: Int
        let operations: Int

        init(_ arguments: ArraySlice<String>) throws {
            guard arguments.count == 3, let row = arguments.first,
                let contender = Int(arguments[arguments.startIndex + 1]),
                let operations = arguments.last.flatMap({ Int($0) })
            else { throw Failure("\(countingRole) SUITE ROW CONTENDER OPERATIONS") }
            self.row = row
            self.contender = contender
            self.operations = operations
        }

        /// Thrown after the round, which skips the rest of the suite.
        struct Done: Error {}
    }

    /// Whether this process measures the row; if not, it needs no preparation.
    func measures(_ row: String) -> Bool { counted.map { $0.row == row } ?? true }

    /// Compares this project with each peer, and adds one row for each peer.
    ///
    /// - Parameters:
    ///   - name: the row's name, which must be stable and begin with the subject of the
    ///     measurement.
    ///   - operations: the number of operations in a round, enough for some tens of milliseconds.
    ///   - rounds: the number of timed rounds of each contender, after a warm-up.
    ///   - callgrind: counts the instructions if the machine cannot; for operations on one thread.
    mutating func compare(
        _ name: String, _ measure: Measure, operations: Int = 1, rounds: Int = 7,
        countedBy callgrind: Callgrind? = nil, ours: Contender, peers: Contender...
    ) async throws {
        let contenders = [ours] + peers
        if let counted {
            guard counted.row == name else { return }
            _ = try await figure(of: contenders[counted.contender], measure, counted.operations)
            throw CountedRound.Done()
        }
        var figures = [[Double]](repeating: [], count: contenders.count)
        for contender in contenders {
            _ = try await figure(of: contender, measure, operations)
        }
        for round in 0..<rounds {
            let turns = Array(contenders.indices)
            for turn in round.isMultiple(of: 2) ? turns : turns.reversed() {
                figures[turn].append(try await figure(of: contenders[turn], measure, operations))
            }
        }
        let medians = figures.map(Self.median)
        var counts: [Counted] = []
        for (index, contender) in contenders.enumerated() {
            var counted = try await self.counts(of: contender, operations)
            if counted.instructions == nil, let callgrind {
                let few = max(1, operations / 100)
                counted.instructions = try callgrind.instructions(few: few, many: 11 * few) {
                    count in
                    [Self.countingRole, suite, name, "\(index)", "\(count)"]
                }
            }
            counts.append(counted)
        }
        for (index, peer) in peers.enumerated() {
            let row = Row(
                suite: suite, name: name, unit: measure.unit,
                ours: medians[0], peer: peer.name, theirs: medians[index + 1],
                ratio: measure.ratio(ours: medians[0], theirs: medians[index + 1]),
                allocations: Self.pair(counts[0].allocations, counts[index + 1].allocations),
                instructions: Self.pair(counts[0].instructions, counts[index + 1].instructions),
                circumstances: circumstances)
            rows.append(row)
            Table.show(Table.line(row))
        }
    }

    private typealias Counted = (allocations: Double?, instructions: Double?)

    private func figure(
        of contender: Contender, _ measure: Measure, _ operations: Int
    ) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        switch contender.round {
        case .operations(let run), .elsewhere(let run): try run(operations)
        case .asynchronous(let run): try await run(operations)
        case .figure(let run): return try await run()
        }
        return measure.figure(of: operations, in: clock.now - start)
    }

    private func counts(of contender: Contender, _ operations: Int) async throws -> Counted {
        switch contender.round {
        case .operations(let run):
            cmeters_begin()
            try run(operations)
        case .asynchronous(let run):
            cmeters_begin()
            try await run(operations)
        case .elsewhere, .figure: return (nil, nil)
        }
        let counts = cmeters_end()
        func each(_ count: Int64) -> Double? {
            count < 0 ? nil : Double(count) / Double(operations)
        }
        return (each(counts.allocations), each(counts.instructions))
    }

    private static func pair(_ ours: Double?, _ theirs: Double?) -> Row.Counts? {
        guard let ours, let theirs else { return nil }
        return Row.Counts(ours: ours, theirs: theirs)
    }

    private static func median(_ figures: [Double]) -> Double {
        let sorted = figures.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
