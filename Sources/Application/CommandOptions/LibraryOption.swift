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

    /// Whether an option selects the account or the library.
    package var isGiven: Bool { account != nil || library != nil }

    /// Returns the account of the command.
    ///
    /// - Parameter hasServer: whether other options select the server.
    /// - Returns: the named account, or the only one; `nil` if the user has no account, or selects
    ///   a library or a server without one.
    /// - Throws: `AccountError`; `ProgramError` if both an account and a server are selected.
    package func account(
        in program: RunningProgram, hasServer: Bool = false
    ) async throws -> Account? {
        let folders = try program.scope.here(AccountStoreKey.self).folders
        if let account {
            guard !hasServer else {
                throw ProgramError(
                    .usage,
                    "--account cannot be combined with --endpoint, --token-file and "
                        + "--token-command: an account has its own server and tokens")
            }
            return try await onThreadOfItsOwn { try folders.chosen(account) }
        }
        guard library == nil, !hasServer else { return nil }
        return try await onThreadOfItsOwn {
            try folders.accounts().isEmpty ? nil : folders.chosen(nil)
        }
    }

    /// Opens the account of a command that only reads the library.
    ///
    /// - Throws: `AccountError`.
    package func open(in program: RunningProgram) async throws -> Scope {
        let choice = LibraryChoice(
            accounts: account.map { [$0] } ?? [], libraries: library.map { [$0] } ?? [],
            isAll: false)
        return try LibraryChoice.open(
            try await choice.selected(in: program).libraries[0], in: program)
    }
}
