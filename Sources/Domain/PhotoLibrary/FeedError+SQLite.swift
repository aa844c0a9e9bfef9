import DurableFiles
import GRDB
import PhotoFeed

extension FeedError {
    /// Creates the error of an operation on the library at `path`.
    init(_ error: any Error, library path: String) {
        switch error {
        case let error as FeedError: self = error
        case let error as DatabaseError: self.init(database: error, library: path)
        case let error as DurableFileError: self.init(file: error)
        default:
            self.init(
                .storage, "cannot read or write the library \(path): \(error)", cause: error)
        }
    }

    private init(database error: DatabaseError, library path: String) {
        let reason = error.message ?? "error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_FULL,
            // SQLite maps the space for its index of the log and has no code for the lack of that
            // space.
            .SQLITE_IOERR where LibraryFolder.isDiskFull(at: path):
            self.init(.diskFull, "no space is left for the library \(path)", cause: error)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(.libraryDamaged, "the library \(path) is damaged: \(reason)", cause: error)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.libraryLocked, "the library \(path) is in use", cause: error)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
            self.init(
                .libraryUnusable, "cannot open the library \(path): \(reason)", cause: error)
        default:
            self.init(
                .storage, "cannot read or write the library \(path): \(reason)", cause: error)
        }
    }

    private init(file error: DurableFileError) {
        let code: Code =
            switch error.code {
            case .noSpace, .tooLarge: .diskFull
            case .notPermitted, .notAFolder, .notRegularFile, .badName, .isFolder: .libraryUnusable
            case .locked: .libraryLocked
            default: .storage
            }
        self.init(code, "cannot \(error.operation) \(error.path): \(error.reason)", cause: error)
    }
}

/// Calls `body`, and converts its errors to a `FeedError` that names the library at `path`.
func mapErrors<Value: ~Copyable>(
    _ path: String, _ body: () throws -> Value
) throws(FeedError) -> Value {
    do { return try body() } catch { throw FeedError(error, library: path) }
}
