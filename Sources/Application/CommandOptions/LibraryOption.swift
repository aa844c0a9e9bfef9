import Accounts
import ArgumentParser
package import CommandLineProgram
package import Composition

/// The options that select the account and the library of a command.
package struct LibraryOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The account; by default the only one. See photopark accounts.", valueName: "NAME"),
        transform: AccountName.init(argument:))
    var account: AccountName?

    @Option(
        help: ArgumentHelp(
            "The library's folder; by default that of the account, and \(DataFolder.shortPath) "
                + "without an account.",
            valueName: "DIR"), completion: .directory)
    var library: UserPath?

    package init() {}

    /// Whether an option names an account or a library.
    package var isGiven: Bool { account != nil || library != nil }

    /// The selected account or library.
    package var choice: LibraryChoice {
        LibraryChoice(
            accounts: account.map { [$0] } ?? [], libraries: library.map { [$0] } ?? [],
            isAll: nil)
    }

    /// Opens the account of a command that only reads the library.
    ///
    /// - Throws: `AccountError`.
    package func open(in program: RunningProgram) async throws -> Scope {
        try LibraryChoice.open(
            try await choice.selected(in: program).libraries[0], in: program)
    }
}
