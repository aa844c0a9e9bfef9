import Accounts
package import ArgumentParser

/// The options that select the accounts and the libraries of a command.
package struct LibrariesOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An account, by default the only one; repeat it for several. See photopark accounts.",
            valueName: "NAME"),
        transform: AccountName.init(argument:))
    var account: [AccountName] = []

    @Flag(help: "All accounts.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "A library's folder, by default that of the account, and \(DataFolder.shortPath) "
                + "without an account; repeat it for several, except with sync and plan.",
            valueName: "DIR"), completion: .directory)
    package var library: [UserPath] = []

    package init() {}

    package func validate() throws {
        if all, !account.isEmpty { throw ValidationError("--all and --account exclude each other") }
        if all, !library.isEmpty { throw ValidationError("--all and --library exclude each other") }
        if !library.isEmpty, !account.isEmpty, library.count + account.count > 2 {
            throw ValidationError(
                "--library with --account gives one account another library; several accounts use "
                    + "their own")
        }
    }

    /// Whether an option selects accounts or libraries.
    package var isGiven: Bool { all || !account.isEmpty || !library.isEmpty }

    /// Whether the user asks for several accounts or libraries.
    package var isPlural: Bool { all || account.count > 1 || library.count > 1 }

    /// The selected accounts and libraries.
    package var choice: LibraryChoice {
        LibraryChoice(accounts: account, libraries: library, isAll: all)
    }
}
