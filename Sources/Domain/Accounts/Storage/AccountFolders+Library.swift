import KeyedStore

extension AccountFolders {
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
}
