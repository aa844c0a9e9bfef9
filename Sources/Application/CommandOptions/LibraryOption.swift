package import Accounts
import ArgumentParser
package import CommandLineProgram
package import Composition
import Foundation
import Scheduling
package import ServiceKeys

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
    package func open(in program: RunningProgram) async throws -> Scope {
        try open(await account(in: program), in: program)
    }

    /// Opens an account, or the library without one.
    ///
    /// - Parameter server: the server of the account; `nil` for a command that only reads.
    package func open(
        _ account: Account?, in program: RunningProgram, server: ServerConfiguration? = nil
    ) throws -> Scope {
        let folders = try program.scope.here(AccountStoreKey.self).folders
        let path =
            library?.expanded ?? account.map(folders.libraryPath)
            ?? UserPath(DataFolder.shortPath).expanded
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        return try program.scope.here(OpenAccountsKey.self).open(
            account.map { "\($0.name)" } ?? folder.path,
            AccountSettings(library: folder, server: server))
    }
}
