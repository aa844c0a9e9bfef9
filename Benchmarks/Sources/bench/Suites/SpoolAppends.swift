import Foundation
import GRDB
import Spool

/// Appends of records in batches, beside rows of SQLite and a plain file of the same durability.
enum SpoolAppends {
    /// The records of a batch: a segment of the spool, a transaction, or a write.
    private static let batch = 256
    private static let record = [UInt8](repeating: UInt8(ascii: "r"), count: 200)

    static func run(_ harness: inout Harness, in folder: String) async throws {
        try await compare(&harness, "spool-append", in: folder, count: 51_200, isDurable: false)
        try await compare(
            &harness, "spool-append-durable", in: folder, count: 5_120, isDurable: true)
    }

    /// Compares the appends of records that survive a kill, or also a power cut.
    private static func compare(
        _ harness: inout Harness, _ name: String, in folder: String, count: Int, isDurable: Bool
    ) async throws {
        let place = "\(folder)/\(name)"
        let spool = try Spool(
            in: place, signal: "bench", memory: .count(batch), disk: .bytes(16 << 20),
            survivesPowerCut: isDurable)
        let queue = try database(place + ".sqlite", isDurable)
        let file = open(place + ".log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure("\(place).log cannot be created") }
        defer { close(file) }
        try await harness.compare(
            name, .rate(of: "records"), operations: count,
            ours: Contender("Spool") { operations in
                for _ in 0..<operations { spool.append(record) }
            },
            peers: Contender("SQLite, a transaction for each batch") { operations in
                try insert(operations, into: queue)
            },
            Contender("a plain file, a write for each batch") { operations in
                try append(operations, to: file, isDurable)
            })
        guard spool.report.failedWrites == 0 else { throw Failure("the spool failed to write") }
    }

    private static func database(_ path: String, _ isDurable: Bool) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { grdb in
            try grdb.execute(sql: "PRAGMA journal_mode = WAL")
            try grdb.execute(sql: "PRAGMA synchronous = \(isDurable ? "FULL" : "OFF")")
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

    private static func append(_ count: Int, to file: Int32, _ isDurable: Bool) throws {
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
            if isDurable, fdatasync(file) != 0 { throw Failure("the file cannot be flushed") }
        }
    }
}
