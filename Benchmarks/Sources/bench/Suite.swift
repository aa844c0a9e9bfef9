/// A group of comparisons that is run, and replaced in the results, as a whole.
struct Suite: Sendable {
    let name: String
    let run: @Sendable (inout Harness) async throws -> Void

    /// Every suite; a new one is a file in `Suites/` and a name here.
    static let all: [Suite] = [.scheduling, .signals, .gateway, .feed]
}
