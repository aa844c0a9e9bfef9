package import DurableFiles
import KeyedStore
import Scheduling
import Signals

/// The accounts of the user, with their credentials.
///
/// Thread-safe. It blocks on the disk, and waits for the command of an account that has one.
package struct AccountStore: Sendable {
    /// A credential that is no longer stored, with its account.
    typealias Replaced = (account: Account, credential: AccountCredential)

    private static let lock = ".lock"

    /// The folders of the accounts.
    package let folders: AccountFolders
    private let services: ServiceCredentials?

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - folders: the folders of the accounts.
    ///   - credentialsDirectory: the value of `$CREDENTIALS_DIRECTORY`, which is read first.
    package init(in folders: AccountFolders, credentialsDirectory: String? = nil) {
        self.folders = folders
        services = credentialsDirectory.map { ServiceCredentials(path: $0) }
    }

    /// Returns the store of an account's credential.
    package func credentials(of account: Account) -> CredentialStore {
        let name = account.name
        if let place = services?.place(of: name) {
            return CredentialStore(of: name, in: place, needing: nil)
        }
        let folder = folders.path(of: name)
        if let command = account.credentialCommand {
            let place = CommandBackend(command, entry: "\(name)", lockedIn: folder)
            return CredentialStore(of: name, in: place, needing: folders, isCommand: true)
        }
        let place = FileBackend(path: "\(folder)/credential.json")
        return CredentialStore(of: name, in: place, needing: folders)
    }

    /// Returns the folder of the lock for renewals; `nil` if no other process renews the token.
    package func lockFolder(of account: Account) throws(AccountError) -> DurableFolder? {
        services?.place(of: account.name) == nil ? try folders.folder(of: account.name) : nil
    }

    /// Returns the signal of `work`, during which no process renews the tokens of `accounts`.
    ///
    /// Otherwise a renewal that has begun would overwrite what `work` stores, or store again what
    /// it erases.
    func excludingRenewals<Value>(
        of accounts: [Account], home: SchedulerIsolation,
        _ work: @escaping () -> Signal<Value, AccountError>
    ) -> Signal<Value, AccountError> {
        guard let account = accounts.first else { return .deferred(work) }
        let others = Array(accounts.dropFirst())
        do throws(AccountError) {
            let folder = try lockFolder(of: account)
            return RenewalLock.holding(in: folder, home: home) {
                excludingRenewals(of: others, home: home, work)
            }
        } catch {
            return .fail(error)
        }
    }

    /// Returns the accounts whose credentials `add` replaces or removes, sorted by their names.
    ///
    /// Their locks are taken in this order by each sign-in, so that no two wait for each other.
    func changed(by account: Account) throws(AccountError) -> [Account] {
        let others = try folders.accounts().filter { $0.isRenamed(to: account) }
        return (others + [account]).sorted { $0.name < $1.name }
    }

    /// Stores an account with its credential, while no process renews the tokens of the accounts
    /// that it changes.
    ///
    /// The description is written before the credential: after a crash between the two, the account
    /// is known, and not signed in. The credential of another account with this name is removed
    /// before.
    ///
    /// - Parameters:
    ///   - replaces: whether an account or a name that is known already is replaced.
    ///   - replaced: takes the credentials that it replaces or removes, also if it fails.
    /// - Throws: `AccountError`: `.accountMismatch`, or the error of the store. The new credential
    ///   is not stored then, and a new account is removed again.
    func add(
        _ account: Account, _ credential: AccountCredential, replaces: Bool,
        replaced: inout [Replaced]
    ) async throws(AccountError) {
        let lock = try locked()
        defer { withExtendedLifetime(lock) {} }
        let known = try folders.accounts()
        if !replaces, let conflict = account.conflict(among: known) { throw conflict }
        let earlier = known.first { $0.name == account.name }
        if let earlier, !earlier.isSame(as: account) || !earlier.hasStore(of: account) {
            try await erase(earlier, &replaced)
        }
        try folders.store(account)
        var isStored = false
        do throws(AccountError) {
            if let former = try await credentials(of: account).store(credential) {
                replaced.append((earlier ?? account, former))
            }
            isStored = true
            for other in known where other.isRenamed(to: account) {
                try await erase(other, &replaced)
                try folders.remove(other.name, keeping: other.library)
            }
        } catch {
            // A file whose flush has failed may contain the new credential.
            let mayBeStored = isStored || earlier == nil && account.credentialCommand == nil
            if mayBeStored { _ = try? await credentials(of: account).erase() }
            if earlier == nil { try? folders.remove(account.name) }
            throw error
        }
    }

    private func erase(
        _ account: Account, _ replaced: inout [Replaced]
    ) async throws(AccountError) {
        if let credential = try await credentials(of: account).erase() {
            replaced.append((account, credential))
        }
    }

    /// Removes the credential and the description of an account; its library stays.
    ///
    /// Nothing is removed if another sign-in has given the name to another account, or has stored
    /// the credential in another place.
    ///
    /// - Parameter former: the earlier credential, whose replacement by another sign-in is kept
    ///   with the account; `nil` to remove each.
    /// - Returns: whether the account was removed.
    @discardableResult
    package func remove(
        _ account: Account, unlessReplaced former: FormerCredential? = nil
    ) async throws(AccountError) -> Bool {
        if let present = try folders.account(named: account.name),
            !present.isSame(as: account) || !present.hasStore(of: account)
        {
            return false
        }
        let stored = try await credentials(of: account).erase(unlessReplaced: former)
        if let former, let stored, former.isReplaced(by: stored) { return false }
        try folders.remove(account.name, keeping: account.library)
        return true
    }

    private func locked() throws(AccountError) -> Lock {
        do throws(DurableFileError) {
            return Lock(try FolderLock(Self.lock, in: DurableFolder(own: folders.path)))
        } catch {
            throw AccountError(error)
        }
    }

    /// The lock of the folder while an account is stored.
    private final class Lock: Sendable {
        private let lock: FolderLock

        init(_ lock: consuming FolderLock) { self.lock = lock }
    }
}

extension Account {
    /// Whether the credentials of both are in the same store.
    fileprivate func hasStore(of other: Account) -> Bool {
        credentialCommand == other.credentialCommand
    }

    /// Whether `other` is the same account with another name.
    fileprivate func isRenamed(to other: Account) -> Bool {
        name != other.name && isSame(as: other)
    }
}
