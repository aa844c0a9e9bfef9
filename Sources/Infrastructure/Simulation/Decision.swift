/// A decision of a run: one choice of several.
struct Decision {
    let choice: Int
    let count: Int
}

extension [Decision] {
    /// Returns the first choices of the next schedule in a search through all of them, depth first.
    ///
    /// Only the first `bound` decisions vary. `nil` after the last schedule.
    func next(within bound: Int) -> [Int]? {
        let varied = prefix(bound)
        guard let last = varied.lastIndex(where: { $0.choice + 1 < $0.count }) else { return nil }
        return varied[..<last].map(\.choice) + [varied[last].choice + 1]
    }
}
