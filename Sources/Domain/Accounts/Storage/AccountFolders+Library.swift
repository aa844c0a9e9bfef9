import KeyedStore
package import PhotoFeed

extension AccountFolders {
    /// The time of the last successful sync in seconds since 1970, where earlier versions stored
    /// it: beside the account.
    private static let formerSync = Key<Int64?>("last_sync")

    /// The path of the library that the user chose, of an account that is signed out.
    static let formerLibrary = Key<String?>("former_library")

    /// Returns the path of an account's library: the one that the user chose, or the folder
    /// `library` in the account's own folder.
    package func libraryPath(of account: Account) -> String {
        account.library ?? path(of: account.name) + "/library"
    }

    /// Returns the libraries that the user chose for accounts that are signed out.
    func formerLibraries() throws(AccountError) -> [AccountName: String] {
        var libraries: [AccountName: String] = [:]
        for name in try names() {
            guard try requirePrivateFolder(of: name) else { continue }
            do throws(KeyedStoreError) {
                libraries[name] = try KeyedStore(description(of: name))[Self.formerLibrary]
            } catch {
                throw damage(error, name)
            }
        }
        return libraries
    }

    /// Returns the times of the last successful syncs that earlier versions have stored.
    ///
    /// Accounts that cannot be read are left out.
    package func formerSyncs() throws(AccountError) -> [AccountName: FeedTime] {
        var syncs: [AccountName: FeedTime] = [:]
        for name in try names() {
            guard (try? requirePrivateFolder(of: name)) == true,
                let seconds = try? KeyedStore(description(of: name))[Self.formerSync]
            else { continue }
            syncs[name] = FeedTime(secondsSinceEpoch: seconds)
        }
        return syncs
    }

    /// Removes the time of the last successful sync that an earlier version has stored.
    func removeFormerSync(of name: AccountName) throws(AccountError) {
        guard try requirePrivateFolder(of: name) else { return }
        do {
            try KeyedStore(description(of: name)).update { $0.remove(Self.formerSync) }
        } catch let error as KeyedStoreError {
            throw damage(error, name)
        } catch {
            throw AccountError(.storage, "\(error)", cause: error)
        }
    }
}
