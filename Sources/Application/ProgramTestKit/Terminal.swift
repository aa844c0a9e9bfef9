/// A terminal of a given width, in which the program runs.
package enum Terminal {
    /// Runs the program with both of its outputs on a terminal of `columns`, and without input.
    package static func run(
        columns: UInt16, _ arguments: [String]
    ) async throws -> TerminalOutcome {
        try await TerminalSession(arguments, columns: columns, hasInput: false).outcome()
    }
}
