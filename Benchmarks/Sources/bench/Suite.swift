/// A group of comparisons that is run, and replaced in the results, as a whole.
struct Suite: Sendable {
    let name: String
    let run: @Sendable (inout Harness) async throws -> Void

    /// All suites; a new suite is a file in `Suites/` and an entry here.
    static let all: [Suite] = [
        .scheduling, .signals, .composition, .simulation, .persistence, .logs, .gateway, .feed,
        .originals, .serve, .webdav,
    ]
}
