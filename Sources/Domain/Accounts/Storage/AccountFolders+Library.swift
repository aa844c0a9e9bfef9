import KeyedStore
package import PhotoFeed

extension AccountFolders {
    /// The time of the last successful sync in seconds since 1970, beside the account.
    private static let lastSync = Key<Int64?>("last_sync")

    /// Returns the path of an account's library: the one that the user chose, or the folder
    /// `library` in the account's own folder.
    package func libraryPath(of account: Account) -> String {
        account.library ?? path(of: account.name) + "/library"
    }

    /// Returns the time of the last successful sync of an account; `nil` before the first one.
    package func lastSync(of name: AccountName) throws(AccountError) -> FeedTime? {
        guard try requirePrivateFolder(of: name) else { return nil }
        do throws(KeyedStoreError) {
            return try KeyedStore(description(of: name))[Self.lastSync]
                .map { FeedTime(secondsSinceEpoch: $0) }
        } catch {
            throw damage(error, name)
        }
    }

    /// Stores the time of a successful sync of an account.
    package func recordSync(of name: AccountName, at time: FeedTime) throws(AccountError) {
        do {
            try KeyedStore(description(of: name)).update {
                $0[Self.lastSync] = time.secondsSinceEpoch
            }
        } catch let error as KeyedStoreError {
            throw damage(error, name)
        } catch {
            throw AccountError(.storage, "\(error)", cause: error)
        }
    }
}
