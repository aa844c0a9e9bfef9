import Foundation
import GRDB
import Reports

/// Appends of records in batches, beside rows of SQLite and a plain file of the same durability.
enum SpoolAppends {
    /// The records of a batch: a segment of the spool, a transaction, or a write.
    private static let batch = 256
    private static let record = [UInt8](repeating: UInt8(ascii: "r"), count: 200)

    static func run(_ harness: inout Harness, in folder: String) async throws {
        let place = "\(folder)/spool-append"
        let spool = try Spool(in: place, memory: batch, disk: 16 << 20)
        let queue = try database(place + ".sqlite")
        let file = open(place + ".log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure("\(place).log cannot be created") }
        defer { close(file) }
        try await harness.compare(
            "spool-append", .rate(of: "records"), operations: 51_200,
            ours: Contender("Spool") { operations in
                for _ in 0..<operations { spool.append(record) }
            },
            peers: Contender("SQLite, a transaction for each batch") { operations in
                try insert(operations, into: queue)
            },
            Contender("a plain file, a write for each batch") { operations in
                try append(operations, to: file)
            })
        let names = try FileManager.default.contentsOfDirectory(atPath: place)
        guard names.count > 1 else { throw Failure("the spool failed to write") }
    }

    private static func database(_ path: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { grdb in
            try grdb.execute(sql: "PRAGMA journal_mode = WAL")
            try grdb.execute(sql: "PRAGMA synchronous = OFF")
            try grdb.execute(
                sql: "CREATE TABLE record (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
        }
        return queue
    }

    private static func insert(_ count: Int, into queue: DatabaseQueue) throws {
        let bytes = Data(record)
        for start in stride(from: 0, to: count, by: batch) {
            try queue.write { grdb in
                let statement = try grdb.cachedStatement(
                    sql: "INSERT INTO record (bytes) VALUES (?)")
                for _ in start..<min(start + batch, count) {
                    try statement.execute(arguments: [bytes])
                }
                // As the spool, it keeps no more than a limit.
                try grdb.execute(
                    sql: "DELETE FROM record WHERE id <= (SELECT max(id) FROM record) - 65536")
            }
        }
    }

    private static func append(_ count: Int, to file: Int32) throws {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(batch * (record.count + 1))
        for start in stride(from: 0, to: count, by: batch) {
            buffer.removeAll(keepingCapacity: true)
            for _ in start..<min(start + batch, count) {
                buffer += record
                buffer.append(UInt8(ascii: "\n"))
            }
            guard write(file, buffer, buffer.count) == buffer.count else {
                throw Failure("the file cannot be written")
            }
        }
    }
}
