/// The differences between a page and its expectations, as the thread of a browser finds them.
///
/// That thread belongs to no test: an expectation that fails there is attributed to none. The
/// thread therefore returns its observations, and the test compares them.
struct Observations: Sendable {
    /// A line for each difference, with its place in the source.
    private(set) var faults: [String] = []

    /// Compares a value with the expected one.
    mutating func note<Value: Equatable>(
        _ value: Value?, is expected: Value, _ about: String = "", line: Int = #line
    ) {
        guard value != expected else { return }
        let shown = value.map { "\($0)" } ?? "nothing"
        faults.append("line \(line): \(about) \(shown) instead of \(expected)")
    }

    /// Notes that a condition does not hold.
    mutating func note(_ condition: Bool, _ about: String, line: Int = #line) {
        if !condition { faults.append("line \(line): \(about)") }
    }
}
