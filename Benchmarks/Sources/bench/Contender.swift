/// One side of a comparison: ours, or a peer.
struct Contender {
    enum Round {
        /// Does so many operations; the harness looks at the clock.
        case operations((Int) throws -> Void)
        /// The same, for what can only be waited for with `await`.
        case asynchronous((Int) async throws -> Void)
        /// The same, by another process, where nothing is counted.
        case elsewhere((Int) throws -> Void)
        /// Measures by itself, and returns the figure in the comparison's unit.
        case figure(() async throws -> Double)
    }

    let name: String
    let round: Round

    /// A contender whose operations block the caller until all of them are done.
    init(_ name: String, operations: @escaping (Int) throws -> Void) {
        self.name = name
        round = .operations(operations)
    }

    /// A contender that is waited for with `await`.
    init(_ name: String, asynchronous operations: @escaping (Int) async throws -> Void) {
        self.name = name
        round = .asynchronous(operations)
    }

    /// A contender that has another process do its operations, and blocks the caller until they are done.
    static func elsewhere(
        _ name: String, operations: @escaping (Int) throws -> Void
    ) -> Contender {
        Contender(name: name, round: .elsewhere(operations))
    }

    /// A contender that knows its figure: the memory of a child process, say.
    init(_ name: String, figure: @escaping () async throws -> Double) {
        self.name = name
        round = .figure(figure)
    }

    private init(name: String, round: Round) {
        self.name = name
        self.round = round
    }
}
