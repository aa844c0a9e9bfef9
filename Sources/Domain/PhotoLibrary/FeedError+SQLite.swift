import DurableFiles
import Persistence
import PhotoFeed

extension FeedError {
    /// Creates the error of an operation on the library at `path`.
    init(_ error: any Error, library path: String) {
        switch error {
        case let error as FeedError: self = error
        case let error as PersistenceError: self.init(database: error, library: path)
        case let error as DurableFileError: self.init(file: error)
        default:
            self.init(
                .storage, "cannot read or write the library \(path): \(error)", cause: error)
        }
    }

    private init(database error: PersistenceError, library path: String) {
        let (code, message): (Code, String) =
            switch error.code {
            case .foreign:
                (.notALibrary, "library.sqlite in \(path) is a database of another program")
            case .tooNew:
                (.libraryTooNew, "a newer version of the program has written the library \(path)")
            case .migrationChanged:
                (.libraryTooOld, "a development version of the program has written \(path)")
            case .tooOld:
                (.libraryNotFound, "the library \(path) is empty: it has not been synced yet")
            case .unreadable:
                (.libraryDamaged, "the library \(path) is damaged: \(error.message)")
            case .noSpace: (.diskFull, "no space is left for the library \(path)")
            case .damaged: (.libraryDamaged, "the library \(path) is damaged: \(error.reason)")
            case .locked: (.libraryLocked, "the library \(path) is in use")
            case .cannotOpen: (.libraryUnusable, "cannot open the library \(path): \(error.reason)")
            default: (.storage, "cannot read or write the library \(path): \(error.reason)")
            }
        self.init(code, message, cause: error)
    }

    private init(file error: DurableFileError) {
        let code: Code =
            switch error.code {
            case .noSpace, .tooLarge: .diskFull
            case .notPermitted, .notAFolder, .notRegularFile, .badName, .isFolder, .exposed:
                .libraryUnusable
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
