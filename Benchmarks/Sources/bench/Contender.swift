/// One side of a comparison: this project or a peer.
struct Contender {
    enum Round {
        /// Performs the given number of operations; the harness measures the time.
        case operations((Int) throws -> Void)
        /// Performs the operations asynchronously; the harness measures the time.
        case asynchronous((Int) async throws -> Void)
        /// Performs the operations in another process, where nothing can be counted.
        case elsewhere((Int) throws -> Void)
        /// Measures itself, and returns the figure in the comparison's unit.
        case figure(() async throws -> Double)
    }

    let name: String
    let round: Round

    /// Creates a contender whose operations block the caller until all of them are done.
    init(_ name: String, operations: @escaping (Int) throws -> Void) {
        self.name = name
        round = .operations(operations)
    }

    /// Creates a contender with asynchronous operations.
    init(_ name: String, asynchronous operations: @escaping (Int) async throws -> Void) {
        self.name = name
        round = .asynchronous(operations)
    }

    /// Creates a contender whose operations run in another process and block the caller until done.
    static func elsewhere(
        _ name: String, operations: @escaping (Int) throws -> Void
    ) -> Contender {
        Contender(name: name, round: .elsewhere(operations))
    }

    /// Creates a contender that measures its own figure, such as the memory of a child process.
    init(_ name: String, figure: @escaping () async throws -> Double) {
        self.name = name
        round = .figure(figure)
    }

    private init(name: String, round: Round) {
        self.name = name
        self.round = round
    }
}
