package import DurableFiles
import KeyedStore

/// The folder `accounts`, with one folder for each account.
///
/// The folder of an account has the permission bits 0700. It contains `account.json`, a store of
/// settings, and the credential unless a command stores it. A folder whose `account.json` does not
/// describe an account, or is missing, is not an account.
///
/// Thread-safe: it has no state but the path. Every method blocks on the disk.
package struct AccountFolders: Sendable {
    /// The path of the folder `accounts`.
    package let path: String

    /// Creates a handle of the folder at `path`, which may not exist.
    package init(path: String) { self.path = path }

    /// Returns all accounts, sorted by their names; files and links are ignored.
    ///
    /// - Throws: the error of the first account that cannot be read.
    package func accounts() throws(AccountError) -> [Account] {
        var accounts: [Account] = []
        for name in try names() {
            if let account = try account(named: name) { accounts.append(account) }
        }
        return accounts
    }

    /// Returns the accounts that can be read, and the errors of the others, sorted by their names.
    package func readableAccounts() throws(AccountError) -> (
        accounts: [Account], failures: [(name: AccountName, error: AccountError)]
    ) {
        var accounts: [Account] = []
        var failures: [(name: AccountName, error: AccountError)] = []
        for name in try names() {
            do throws(AccountError) {
                if let account = try account(named: name) { accounts.append(account) }
            } catch {
                failures.append((name, error))
            }
        }
        return (accounts, failures)
    }

    /// Returns the names of the folders, sorted; some may not be accounts.
    package func names() throws(AccountError) -> [AccountName] {
        var names: [AccountName] = []
        do throws(DurableFileError) {
            try DurableFolder(path: path).forEachName { text throws(DurableFileError) in
                if let name = try? AccountName(text) { names.append(name) }
            }
        } catch {
            guard error.code == .notFound else { throw AccountError(error) }
        }
        return names.sorted()
    }

    /// Returns the account `name`; `nil` if there is none, or a file or a link in its place.
    package func account(named name: AccountName) throws(AccountError) -> Account? {
        guard try requirePrivateFolder(of: name) else { return nil }
        do throws(KeyedStoreError) {
            return try KeyedStore(description(of: name))[StoredAccount.key]?.account(named: name)
        } catch {
            throw damage(error, name)
        }
    }

    /// Returns the account `name`, or the only account if `name` is `nil`.
    ///
    /// - Parameter canUseAll: whether the command has an option for all accounts.
    /// - Throws: `AccountError` with the code `.accountNotFound`, or `.nameMissing` if there are
    ///   several accounts.
    package func chosen(
        _ name: AccountName?, canUseAll: Bool = false
    ) throws(AccountError) -> Account {
        if let name {
            if let account = try account(named: name) { return account }
            throw AccountError(
                .accountNotFound, "no account is named '\(name)'", advice: name.loginAdvice)
        }
        let accounts = try accounts()
        guard let first = accounts.first else {
            throw AccountError(
                .accountNotFound, "no account exists", advice: "run `photopark login`")
        }
        guard accounts.count == 1 else {
            let names = accounts.map(\.name.description).joined(separator: ", ")
            throw AccountError(
                .nameMissing, "several accounts exist: \(names)",
                advice: "name one of them with --account" + (canUseAll ? ", or use --all" : ""))
        }
        return first
    }

    /// Stores the description of an account, and creates its folder.
    package func store(_ account: Account) throws(AccountError) {
        do throws(DurableFileError) {
            try DurableFolder(own: path)
                .folder(named: account.name.description, creatingWith: 0o700)
                .requirePrivacy()
        } catch {
            throw AccountError(error)
        }
        try update(account.name) { $0[StoredAccount.key] = StoredAccount(account) }
    }

    /// Removes the description of an account; the folder and its library stay.
    ///
    /// - Parameter library: the path of a library that a later sign-in with the name uses again;
    ///   `nil` to keep the one that is stored already, if there is one.
    package func remove(
        _ name: AccountName, keeping library: String? = nil
    ) throws(AccountError) {
        guard try requirePrivateFolder(of: name) else { return }
        try update(name) { store in
            let former = store[Self.formerLibrary]
            store.removeAll()
            store[Self.formerLibrary] = library ?? former
        }
    }

    /// Changes a description, which may be damaged.
    private func update(
        _ name: AccountName, _ change: (inout KeyedStoreUpdate) -> Void
    ) throws(AccountError) {
        do {
            try KeyedStore(description(of: name), replacingDamaged: true).update(change)
        } catch let error as KeyedStoreError {
            throw damage(error, name)
        } catch {
            throw AccountError(.storage, "\(error)", cause: error)
        }
    }

    func description(of name: AccountName) -> FileBackend {
        FileBackend(path: "\(path(of: name))/account.json")
    }

    func damage(_ error: KeyedStoreError, _ name: AccountName) -> AccountError {
        let error = AccountError(error, damage: .accountDamaged)
        guard error.code == .accountDamaged else { return error }
        return AccountError(
            .accountDamaged, error.message, advice: "remove the file, then \(name.loginAdvice)",
            cause: error.cause)
    }

    /// Checks that no other user has access to the folder of an account.
    ///
    /// - Returns: `false` if the folder does not exist.
    /// - Throws: `AccountError` with the code `.credentialExposed`.
    func requirePrivateFolder(of name: AccountName) throws(AccountError) -> Bool {
        try folder(of: name) != nil
    }

    /// Returns the path of the folder of an account.
    func path(of name: AccountName) -> String { "\(path)/\(name)" }

    /// Returns the folder of an account; `nil` if it does not exist, or is a file or a link.
    ///
    /// - Throws: `AccountError` with the code `.credentialExposed` if others have access to it.
    package func folder(of name: AccountName) throws(AccountError) -> DurableFolder? {
        do throws(DurableFileError) {
            let accounts = try DurableFolder(path: path)
            try accounts.requireOwnership()
            let folder = try accounts.folder(named: name.description)
            try folder.requirePrivacy()
            return folder
        } catch {
            if [.notFound, .notAFolder].contains(error.code) { return nil }
            throw AccountError(error)
        }
    }
}
