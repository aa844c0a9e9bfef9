import Persistence

/// A memory engine that breaks a rule on purpose, or is interrupted.
struct BrokenEngine: PersistenceEngine {
    enum Fault: CaseIterable {
        case losesSign, ignoresOrder, keepsAfterError, ignoresSavepoints, countsTooFew
        case replacesOnInsert, ignoresConditionOfDeletion, forgetsChanges

        /// Rules that this fault breaks.
        var rules: Set<String> {
            switch self {
            case .losesSign: ["values of every type are read as they were stored, to the last bit"]
            case .ignoresOrder:
                ["rows with equal values in the order are ordered by their keys"]
            case .keepsAfterError: ["an error rolls a transaction back, and reaches the caller"]
            case .ignoresSavepoints: ["a nested transaction is rolled back alone"]
            case .countsTooFew, .ignoresConditionOfDeletion:
                ["each write returns the number of changed rows"]
            case .replacesOnInsert:
                ["an insert of a known key is a conflict, and an upsert replaces the whole row"]
            case .forgetsChanges: ["one transaction writes one database, and reads all"]
            }
        }
    }

    private let fault: Fault?
    private let memory: MemoryEngine
    /// Is called before each transaction that changes tables.
    private let beforeMigrating: @Sendable () -> Void

    init(_ fault: Fault) {
        self.fault = fault
        memory = MemoryEngine()
        beforeMigrating = {}
    }

    init(_ memory: MemoryEngine, beforeMigrating: @escaping @Sendable () -> Void) {
        fault = nil
        self.memory = memory
        self.beforeMigrating = beforeMigrating
    }

    func openForWriting(
        _ place: DatabasePlace, program: Int32
    ) throws(PersistenceError) -> any EngineConnection {
        Connection(try memory.openForWriting(place, program: program), fault, beforeMigrating)
    }

    func openForReading(
        _ place: DatabasePlace, program: Int32
    ) throws(PersistenceError) -> any EngineConnection {
        Connection(try memory.openForReading(place, program: program), fault, beforeMigrating)
    }

    /// Passes each call on, except for the fault.
    private final class Connection: EngineConnection {
        private let base: any EngineConnection
        private let fault: Fault?
        private let beforeMigrating: @Sendable () -> Void
        private var isMigrating = false

        init(
            _ base: any EngineConnection, _ fault: Fault?,
            _ beforeMigrating: @escaping @Sendable () -> Void
        ) {
            self.base = base
            self.fault = fault
            self.beforeMigrating = beforeMigrating
        }

        var changedTables: Set<String> { base.changedTables }

        func begin(_ kind: TransactionKind) throws(PersistenceError) {
            isMigrating = kind == .migrating
            if isMigrating { beforeMigrating() }
            try base.begin(kind)
        }

        func commit() throws(PersistenceError) {
            if fault == .forgetsChanges, !isMigrating { base.rollBack() } else { try base.commit() }
        }

        func rollBack() {
            if fault == .keepsAfterError { try? base.commit() } else { base.rollBack() }
        }

        func setSavepoint() throws(PersistenceError) { try base.setSavepoint() }
        func releaseSavepoint() throws(PersistenceError) { try base.releaseSavepoint() }

        func rollBackToSavepoint() {
            if fault == .ignoresSavepoints {
                try? base.releaseSavepoint()
            } else {
                base.rollBackToSavepoint()
            }
        }

        func select(
            _ query: TableQuery, _ body: (any RowReader) throws(PersistenceError) -> Bool
        ) throws(PersistenceError) {
            guard fault == .ignoresOrder, !isMigrating else {
                return try base.select(query, body)
            }
            try base.select(query.reversed, body)
        }

        func count(_ query: TableQuery) throws(PersistenceError) -> Int { try base.count(query) }

        func insert(
            into table: TableSchema, _ kind: InsertionKind,
            _ write: (any RowWriter) throws(PersistenceError) -> Void
        ) throws(PersistenceError) {
            let kind = fault == .replacesOnInsert ? .upsert : kind
            guard fault == .losesSign else { return try base.insert(into: table, kind, write) }
            try base.insert(into: table, kind) { (row) throws(PersistenceError) in
                try write(UnsignedWriter(row))
            }
        }

        func update(
            _ table: TableSchema, setting values: [(column: Int, value: StoredValue)],
            where predicate: Predicate
        ) throws(PersistenceError) -> Int {
            let count = try base.update(table, setting: values, where: predicate)
            return fault == .countsTooFew ? max(0, count - 1) : count
        }

        func delete(
            from table: TableSchema, where predicate: Predicate
        ) throws(PersistenceError) -> Int {
            let all = fault == .ignoresConditionOfDeletion
            return try base.delete(from: table, where: all ? .constant(true) : predicate)
        }

        func isEmpty() throws(PersistenceError) -> Bool { try base.isEmpty() }

        func hasTable(named name: String) throws(PersistenceError) -> Bool {
            try base.hasTable(named: name)
        }

        func apply(_ change: SchemaChange) throws(PersistenceError) { try base.apply(change) }
    }

    /// Stores 0 instead of -0.0.
    private final class UnsignedWriter: RowWriter {
        private let base: any RowWriter

        init(_ base: any RowWriter) { self.base = base }

        func write(_ value: StoredValue, at column: Int) throws(PersistenceError) {
            try base.write(value == .real(0) ? .real(0) : value, at: column)
        }
    }
}

extension TableQuery {
    /// The query in the reverse of its order.
    fileprivate var reversed: TableQuery {
        TableQuery(
            table, predicate,
            order: order.map {
                SortKey($0.column, $0.direction == .ascending ? .descending : .ascending)
            }, limit: limit, offset: offset)
    }
}
