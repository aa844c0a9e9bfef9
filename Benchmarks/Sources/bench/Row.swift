/// One line of the results: ours beside one peer, medians of one run.
struct Row: Codable {
    /// A count for each operation, of both sides.
    struct Counts: Codable {
        let ours: Double
        let theirs: Double
    }

    let suite: String
    let name: String
    let unit: String
    let ours: Double
    let peer: String
    let theirs: Double
    /// How many times better ours is, whichever direction is better in this unit.
    let ratio: Double
    /// Absent where the contenders measure themselves, or the system cannot count.
    let allocations: Counts?
    let instructions: Counts?
    let circumstances: Circumstances
}
