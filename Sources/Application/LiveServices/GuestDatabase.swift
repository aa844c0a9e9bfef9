import Accounts
import Composition
import DurableFiles
import Foundation
import Persistence
import SQLitePersistence
import Scheduling
import Tracking

/// The database of what is known while no account is open: the last syncs, and the counts of the
/// usage.
///
/// It is opened when it is first needed. Thread-safe.
final class GuestDatabase: Sendable {
    /// The tables of the database.
    static let schema = DatabaseSchema(
        program: AccountHistory.schema.program,
        models: AccountHistory.schema.models + CountsBackend.models,
        migrations: AccountHistory.schema.migrations + CountsBackend.migrations)

    private let path: String?
    private let scheduler: any Scheduler
    private let open = Guarded<Database?>(nil)

    /// Creates the database in a file, or in memory without one.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - scheduler: the scheduler of the database.
    init(_ path: String?, on scheduler: any Scheduler) {
        self.path = path
        self.scheduler = scheduler
    }

    /// Returns the database, which the first call opens.
    ///
    /// The folder and the file are created, private to the user.
    ///
    /// - Throws: `DurableFileError` if the file cannot be created.
    func database() throws -> Database {
        try open.withLock { database in
            if let database { return database }
            let opened = try openDatabase()
            database = opened
            return opened
        }
    }

    private func openDatabase() throws -> Database {
        guard let path else {
            return Database(
                MemoryEngine(), at: DatabasePlace("guest"), schema: Self.schema, on: scheduler,
                readers: .schedulers([scheduler]))
        }
        let file = URL(filePath: path)
        let folder = try DurableFolder(own: file.deletingLastPathComponent().path)
        // SQLite gives its log and its index of the log the permissions of the database.
        try folder.restrictToOwner(file.lastPathComponent, creating: true)
        return Database(
            SQLiteEngine(), at: DatabasePlace(path), schema: Self.schema, on: scheduler,
            readers: .schedulers([scheduler]))
    }
}

/// The guest database of the program.
enum GuestDatabaseKey: SharedServiceKey { typealias Service = GuestDatabase }
