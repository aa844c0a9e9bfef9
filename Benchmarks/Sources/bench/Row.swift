/// One line of the results: this project and one peer, with the medians of one run.
struct Row: Codable {
    /// The count for each operation, on both sides.
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
    /// The factor by which this project is better, whichever direction is better in this unit.
    let ratio: Double
    /// The allocations; `nil` if the contenders measure themselves, or the system cannot count.
    let allocations: Counts?
    let instructions: Counts?
    let circumstances: Circumstances
}
