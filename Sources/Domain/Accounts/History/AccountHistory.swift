package import Persistence
package import PhotoFeed
import Scheduling

/// The last syncs of the accounts, in the guest database of the program.
///
/// The folders of the accounts are the list of the accounts, and describe each of them. This
/// database has only what is in no other place, and is needed while the libraries are closed.
///
/// Thread-safe. Its methods wait for the scheduler of the database, which blocks on the disk.
package final class AccountHistory: Sendable {
    /// The tables of the guest database.
    package static let schema = DatabaseSchema(
        program: 0x5068_4775,  // "PhGu"
        models: [AccountRow.self],
        migrations: [
            Migration(
                "accounts",
                [
                    .create(
                        TableSchema(
                            "account",
                            [
                                .key("name", .text), .optional("lastSync", .integer),
                                .optional("lastAttempt", .integer),
                                .optional("lastStatus", .integer),
                            ]))
                ])
        ])

    private let makeDatabase: @Sendable () throws -> Database
    private let openDatabase = Guarded<Database?>(nil)

    /// Creates the history in a database whose schema contains `schema`.
    ///
    /// The first method that is called makes the database.
    package init(_ database: @autoclosure @escaping @Sendable () throws -> Database) {
        makeDatabase = database
    }

    private func database() throws -> Database {
        try openDatabase.withLock { database in
            if let database { return database }
            let made = try makeDatabase()
            database = made
            return made
        }
    }

    /// Returns the last syncs of all accounts that have one.
    ///
    /// - Throws: `PersistenceError`; the error of making the database.
    package func lastSyncs() async throws -> [AccountName: LastSync] {
        let rows = try await database().read { try $0.all(AccountRow.all) }
        var syncs: [AccountName: LastSync] = [:]
        for row in rows {
            guard let name = try? AccountName(row.name) else { continue }
            syncs[name] = row.syncs
        }
        return syncs
    }

    /// Stores the end of a sync.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - time: the time of the end.
    ///   - status: the exit code that describes the result.
    ///   - isComplete: whether the library is up to date.
    /// - Throws: `PersistenceError`; the error of making the database.
    package func record(
        _ account: AccountName, at time: FeedTime, status: Int32, isComplete: Bool
    ) async throws {
        try await database().write { session in
            var row = try session.find(AccountRow.self, "\(account)") ?? AccountRow(account)
            row.lastAttempt = time.secondsSinceEpoch
            row.lastStatus = status
            if isComplete { row.lastSync = time.secondsSinceEpoch }
            try session.upsert(row)
        }
    }

    /// Removes what is known of an account.
    ///
    /// - Throws: `PersistenceError`; the error of making the database.
    package func forget(_ account: AccountName) async throws {
        try await database().write { session in
            try session.delete(AccountRow.where { $0.name == "\(account)" })
        }
    }

    /// Removes what is known of accounts that no longer exist.
    ///
    /// - Throws: `PersistenceError`; the error of making the database.
    package func forget(allBut accounts: [AccountName]) async throws {
        try await database().write { session in
            let known = Set(accounts.map(\.description))
            for row in try session.all(AccountRow.all) where !known.contains(row.name) {
                try session.delete(row)
            }
        }
    }
}
