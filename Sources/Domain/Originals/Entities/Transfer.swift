/// The transfer of an original, for display.
package struct Transfer: Hashable, Sendable {
    /// Eight hexadecimal digits that the identifier of the file determines.
    package let id: String
    /// The path of the file on the server, for display.
    package let path: String
    /// The state.
    package let state: TransferState
    /// The size of the file in bytes.
    package let size: Int64
    /// The number of successive attempts that failed, and the reason of the last one.
    package let attempts: Int
    package let failure: String?

    init(_ row: OriginalRow) {
        id = OriginalDigits.of(row.id, count: 8)
        path = row.display
        state = row.state
        size = row.size
        attempts = Int(row.attempts)
        failure = row.failure
    }
}

/// The transfers that a user means by texts, each of which is an identifier or a path.
struct TransferSelection {
    private let texts: [String]
    private let ids: Set<String>
    private let paths: Set<String>
    private var foundIDs: Set<String> = []
    private var foundPaths: Set<String> = []

    init(_ texts: [String]) {
        self.texts = texts
        ids = Set(texts.map { $0.lowercased() })
        paths = Set(texts)
    }

    /// Whether a text means this transfer, which is then known.
    mutating func contains(_ transfer: Transfer) -> Bool {
        guard ids.contains(transfer.id) || paths.contains(transfer.path) else { return false }
        foundIDs.insert(transfer.id)
        foundPaths.insert(transfer.path)
        return true
    }

    /// The texts that have meant no transfer so far.
    var unknown: [String] {
        texts.filter { !foundIDs.contains($0.lowercased()) && !foundPaths.contains($0) }
    }
}

/// The effect of an input on transfers.
package struct TransferChange: Hashable, Sendable {
    /// The transfers that have accepted the input, in their new states.
    package var changed: [Transfer] = []
    /// The selected transfers to which the input does not apply.
    package var refused: [Transfer] = []
    /// The texts that select nothing.
    package var unknown: [String] = []

    package init() {}
}
