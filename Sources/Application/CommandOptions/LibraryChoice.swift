package import Accounts
package import CommandLineProgram
package import Composition
package import Foundation
package import ProgramServices
import Scheduling
import TextFormats

/// The accounts and libraries that the options of a command select.
package struct LibraryChoice: Sendable {
    /// A library, and the account that it belongs to.
    package struct Library: Sendable {
        /// The account; `nil` for a library without one.
        package let account: Account?
        /// The folder of the library.
        package let folder: URL

        /// The name of the account; the path of a library without one.
        package var name: String { account.map { "\($0.name)" } ?? folder.path }

        /// Whether the password of the account is sent over http to another machine.
        package var usesInsecureHTTP: Bool { account?.usesInsecureHTTP ?? false }
    }

    /// The libraries of a command, each once, and the accounts that cannot be read.
    ///
    /// The bytes of names are compared: two folders whose names look the same are two libraries.
    package struct Selection: Sendable {
        package let libraries: [Library]
        package let failures: [AccountFailure]
        /// The accounts of `libraries` that can no longer be read.
        package let kept: [AccountFailure]

        init(
            _ libraries: [Library], _ failures: [AccountFailure] = [], kept: [AccountFailure] = []
        ) {
            var names: Set<ByteEqualString> = []
            self.libraries = libraries.filter {
                names.insert(ByteEqualString($0.name)).inserted
            }
            self.failures = failures
            self.kept = kept
        }

        /// Returns the selection with the former libraries of the accounts that can no longer be
        /// read.
        package func keeping(_ former: Selection?) -> Selection {
            let names = Set(failures.map { ByteEqualString($0.account) })
            let libraries = (former?.libraries ?? []).filter {
                names.contains(ByteEqualString($0.name))
            }
            let keptNames = Set(libraries.map { ByteEqualString($0.name) })
            return Selection(
                self.libraries + libraries,
                failures.filter { !keptNames.contains(ByteEqualString($0.account)) },
                kept: failures.filter { keptNames.contains(ByteEqualString($0.account)) })
        }

        /// Whether the user has selected several libraries, whatever can be read of them.
        package var isPlural: Bool { libraries.count + failures.count > 1 }
    }

    let accounts: [AccountName]
    let libraries: [UserPath]
    /// Whether all accounts are selected; `nil` for a command without the option.
    let isAll: Bool?

    /// Returns the libraries; at least one.
    ///
    /// By default it is that of the only account, or that of the program without an account.
    ///
    /// - Parameter hasServer: whether other options select the server.
    /// - Throws: `AccountError`, also if none of all accounts can be read; `ProgramError` if an
    ///   account and a server are selected.
    package func selected(
        in program: RunningProgram, hasServer: Bool = false
    ) async throws -> Selection {
        let folders = try program.scope.here(AccountStoreKey.self).folders
        guard isAll != true, accounts.isEmpty else {
            guard !hasServer else {
                throw ProgramError(
                    .usage,
                    "--account and --all cannot be combined with --endpoint, --token-file and "
                        + "--token-command: an account has its own server and tokens")
            }
            return try await onThreadOfItsOwn {
                try isAll == true ? all(in: folders) : named(in: folders)
            }
        }
        guard libraries.isEmpty else {
            return Selection(libraries.map { Library(account: nil, folder: $0.folder) })
        }
        let account = hasServer ? nil : try await onThreadOfItsOwn { try only(in: folders) }
        let folder = account.map { Self.folder(of: $0, in: folders) }
        return Selection([
            Library(account: account, folder: folder ?? UserPath(DataFolder.shortPath).folder)
        ])
    }

    /// Opens the selected libraries for reading.
    ///
    /// - Returns: the accounts that cannot be read.
    /// - Throws: as `selected(in:)`.
    package func openSelected(in program: RunningProgram) async throws -> [AccountFailure] {
        let selection = try await selected(in: program)
        for library in selection.libraries { try Self.open(library, in: program) }
        return selection.failures
    }

    /// Opens the account of a library, or the library without one.
    ///
    /// - Parameter server: the server of the account; `nil` for a command that only reads.
    @discardableResult
    package static func open(
        _ library: Library, in program: RunningProgram, server: ServerConfiguration? = nil
    ) throws -> Scope {
        try program.scope.here(OpenAccountsKey.self)
            .open(library.name, AccountSettings(library: library.folder, server: server))
    }

    private func named(in folders: AccountFolders) throws -> Selection {
        Selection(
            try accounts.map { name in
                let account = try folders.chosen(name)
                return Library(
                    account: account,
                    folder: libraries.first?.folder ?? Self.folder(of: account, in: folders))
            })
    }

    private func all(in folders: AccountFolders) throws -> Selection {
        let (accounts, failures) = try folders.readableAccounts()
        if accounts.isEmpty, let failure = failures.first { throw failure.error }
        if accounts.isEmpty { _ = try folders.chosen(nil) }
        return Selection(
            accounts.map { Library(account: $0, folder: Self.folder(of: $0, in: folders)) },
            failures.map { AccountFailure(account: "\($0.name)", error: $0.error) })
    }

    private func only(in folders: AccountFolders) throws -> Account? {
        try folders.accounts().isEmpty ? nil : folders.chosen(nil, canUseAll: isAll != nil)
    }

    private static func folder(of account: Account, in folders: AccountFolders) -> URL {
        URL(filePath: folders.libraryPath(of: account), directoryHint: .isDirectory)
    }
}
