import KeyedStore
import Processes
import Scheduling

/// The stored credential of an account.
///
/// The place is a file in the account's folder, an entry of a password store, or a file of a
/// service manager. It contains one line of JSON:
///
/// ```swift
/// let store = accounts.credentials(of: account)
/// if let credential = try await store.credential() { use(credential) }
/// ```
///
/// A credential that cannot be read is an error, and a new one replaces it. No copy of it is kept,
/// because it may contain a secret.
///
/// Thread-safe. No error quotes a secret.
package struct CredentialStore: Sendable {
    /// The name of the account.
    package let account: AccountName
    private let place: any KeyedStoreBackend
    private let folders: AccountFolders?
    private let isCommand: Bool

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - account: the name of the account.
    ///   - place: the place of the credential.
    ///   - folders: the folders of the accounts, if the place needs that of the account.
    ///   - isCommand: whether the place waits for a command, which may ask the user.
    init(
        of account: AccountName, in place: any KeyedStoreBackend, needing folders: AccountFolders?,
        isCommand: Bool = false
    ) {
        self.account = account
        self.place = place
        self.folders = folders
        self.isCommand = isCommand
    }

    /// Returns the credential; `nil` if there is none.
    package func credential() async throws(AccountError) -> AccountCredential? {
        guard try folders?.requirePrivateFolder(of: account) ?? true else { return nil }
        let (place, account) = (place, account)
        return try await perform {
            guard let text = try place.load() else { return nil }
            guard let credential = AccountCredential(json: text) else {
                throw AccountError(
                    .credentialDamaged, "\(place.place): it is not a credential",
                    advice: account.loginAdvice)
            }
            return credential
        }
    }

    /// Returns the credential for a later comparison, also if there is none or it is unreadable.
    func former() async -> FormerCredential {
        do throws(AccountError) {
            return try await credential().map(FormerCredential.stored) ?? .absent
        } catch {
            return .unreadable(error)
        }
    }

    /// Stores a credential, and returns the one that it replaces, as far as that can be read.
    ///
    /// When it returns, the credential survives a crash of the machine, as far as the place can
    /// promise that.
    @discardableResult
    package func store(
        _ credential: AccountCredential
    ) async throws(AccountError) -> AccountCredential? {
        guard try folders?.requirePrivateFolder(of: account) ?? true else {
            throw AccountError(
                .folderUnusable, "the folder of the account \(account) was removed",
                advice: account.loginAdvice)
        }
        return try await replace { _ in .save(credential.json) }
    }

    /// Removes the credential, and returns it, as far as it can be read.
    ///
    /// - Parameter former: the earlier credential, whose replacement by another sign-in is kept;
    ///   `nil` to remove each.
    @discardableResult
    package func erase(
        unlessReplaced former: FormerCredential? = nil
    ) async throws(AccountError) -> AccountCredential? {
        guard try folders?.requirePrivateFolder(of: account) ?? true else { return nil }
        return try await replace { stored in
            guard let stored else { return .keep }
            guard let former, let credential = AccountCredential(json: stored) else {
                return .erase
            }
            return former.isReplaced(by: credential) ? .keep : .erase
        }
    }

    private func replace(
        _ change: @escaping @Sendable (_ stored: [UInt8]?) -> StoredChange
    ) async throws(AccountError) -> AccountCredential? {
        let place = place
        return try await perform {
            var earlier: AccountCredential?
            try place.update { stored in
                earlier = stored.flatMap { AccountCredential(json: $0) }
                return change(stored)
            }
            return earlier
        }
    }

    /// Runs `work`, during which the memory may contain secrets in any form.
    private func perform<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(AccountError) -> Value {
        let ban = CoreDumps()
        defer { withExtendedLifetime(ban) {} }
        do {
            return isCommand ? try await onThreadOfItsOwn(work) : try work()
        } catch let error as AccountError {
            throw error
        } catch let error as KeyedStoreError {
            throw AccountError(
                error, damage: .credentialDamaged, failure: isCommand ? .commandFailed : .storage)
        } catch {
            throw AccountError(.storage, "\(place.place): \(error)", cause: error)
        }
    }
}
