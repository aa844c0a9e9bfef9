import Accounts
import DurableFiles
import Foundation
import Persistence
import SQLitePersistence
import Scheduling

/// The database of what is known while no account is open.
enum GuestDatabase {
    /// Opens the database in a file, or in memory without one.
    ///
    /// - Parameters:
    ///   - path: the path of the file; its folder and the file are created, private to the user.
    ///   - scheduler: the scheduler of the database.
    /// - Throws: `DurableFileError` if the file cannot be created.
    static func open(_ path: String?, on scheduler: any Scheduler) throws -> Database {
        let schemas: [DatabaseRole: DatabaseSchema] = [.guest: AccountHistory.schema]
        guard let path else {
            return Database(
                MemoryEngine(), guest: DatabasePlace("guest"), schemas: schemas, on: scheduler,
                readers: .schedulers([scheduler]))
        }
        let file = URL(filePath: path)
        let folder = try DurableFolder(creating: file.deletingLastPathComponent().path)
        // SQLite gives its log and its index of the log the permissions of the database.
        try folder.restrictToOwner(file.lastPathComponent, creating: true)
        return Database(
            SQLiteEngine(), guest: DatabasePlace(path), schemas: schemas, on: scheduler,
            readers: .schedulers([scheduler]))
    }
}
