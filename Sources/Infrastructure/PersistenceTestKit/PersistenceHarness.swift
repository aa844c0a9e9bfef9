import Persistence
import Scheduling

/// An engine under test, with the violations found.
final class PersistenceHarness: Sendable {
    private struct Content {
        var violations: [String] = []
        var databases: [Database] = []
    }

    private let setting: PersistenceSetting
    private let content = Guarded(Content())
    let scheduler = WorkScheduler(name: "write")

    /// The mark of the program in its databases.
    static let program: Int32 = 0x5465_7374

    init(_ setting: PersistenceSetting) { self.setting = setting }

    var violations: [String] { content.withLock { $0.violations } }
    var engine: any PersistenceEngine { setting.engine }
    var rounds: Int { setting.rounds }

    func place(_ name: String) -> DatabasePlace { setting.place(name) }

    /// Opens the databases at places with the models of the suite.
    func open(
        guest: String = "guest", schemas: [DatabaseRole: DatabaseSchema]? = nil,
        readers: Database.Readers = .threads(2)
    ) -> Database {
        let database = Database(
            engine, guest: place(guest), schemas: schemas ?? Self.schemas, on: scheduler,
            readers: readers)
        content.withLock { $0.databases.append(database) }
        return database
    }

    /// Opens the databases, and attaches one as that of the account.
    func openWithAccount(_ name: String = "account") async throws -> Database {
        let database = open()
        try await database.attach(place(name))
        return database
    }

    /// Closes all databases.
    func end() async {
        let databases = content.withLock { content in
            defer { content.databases = [] }
            return content.databases
        }
        for database in databases { await database.close() }
        scheduler.shutDown()
        _ = await scheduler.finished()
    }

    func expect(_ holds: Bool, _ violation: @autoclosure () -> String) {
        if holds { return }
        let violation = violation()
        content.withLock { $0.violations.append(violation) }
    }

    func expectEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) {
        expect(value == expected, "\(what) is \(value) instead of \(expected)")
    }

    /// Expects an error of a database with a code, and returns it.
    @discardableResult
    func expectError<Value>(
        _ code: PersistenceError.Code, _ what: String, _ body: () async throws -> Value
    ) async -> PersistenceError? {
        do {
            _ = try await body()
            expect(false, "\(what) succeeded")
        } catch let error as PersistenceError {
            expect(error.code == code, "\(what) failed with \(error.code): \(error)")
            return error
        } catch {
            expect(false, "\(what) failed with \(error)")
        }
        return nil
    }

    /// Expects an error within a session.
    @discardableResult
    func expectError<Value>(
        _ code: PersistenceError.Code, within what: String, _ body: () throws -> Value
    ) -> PersistenceError? {
        do {
            _ = try body()
            expect(false, "\(what) succeeded")
        } catch let error as PersistenceError {
            expect(error.code == code, "\(what) failed with \(error.code): \(error)")
            return error
        } catch {
            expect(false, "\(what) failed with \(error)")
        }
        return nil
    }
}
