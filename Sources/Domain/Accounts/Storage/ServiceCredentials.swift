import DurableFiles
import KeyedStore

/// The credentials that a service manager provides: the files of `$CREDENTIALS_DIRECTORY`.
///
/// The file of an account is `photopark.NAME`, with the content of its `credential.json`. The
/// service manager restricts the access to the folder, by means that permission bits do not show.
struct ServiceCredentials: Sendable {
    let path: String

    /// The place of an account's credential; `nil` if the folder has no file for the account.
    func place(of account: AccountName) -> (any KeyedStoreBackend)? {
        let name = "photopark.\(account)"
        guard (try? DurableFolder(path: path).length(of: name)) != nil else { return nil }
        return File(folder: path, name: name)
    }

    /// A file that only the service manager changes.
    private struct File: KeyedStoreBackend {
        let folder: String
        let name: String

        var place: String { "file \(folder)/\(name)" }

        func load() throws(KeyedStoreError) -> [UInt8]? {
            do throws(DurableFileError) {
                return try DurableFolder(path: folder)
                    .read(name, limit: AccountCredential.longest)
            } catch {
                if error.code == .notFound { return nil }
                throw KeyedStoreError(error, place: place)
            }
        }

        func update(_ change: (_ stored: [UInt8]?) throws -> StoredChange) throws {
            guard case .keep = try change(try load()) else { throw readOnly }
        }

        func setAside(_ data: [UInt8], suffix: String) throws(KeyedStoreError) -> String {
            throw readOnly
        }

        private var readOnly: KeyedStoreError {
            KeyedStoreError(
                .notPermitted, place: place,
                reason: "the service manager provides it, and the program cannot change it",
                advice: "use a file or --credential-command")
        }
    }
}
