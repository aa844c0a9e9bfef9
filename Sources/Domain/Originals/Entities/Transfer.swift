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

    /// Whether a user means this transfer by `text`: its identifier, or its path.
    func isMeant(by text: String) -> Bool { id == text.lowercased() || path == text }
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
