import Foundation
import Reports

/// The memory of a spool whose receiver is absent, beside an array of the same records.
enum SpoolMemory {
    private static let record = [UInt8](repeating: UInt8(ascii: "r"), count: 8 << 10)
    /// The number of records in memory at which they become a file.
    private static let line = 256
    /// The memory of the spool is full at the end, except for one record.
    private static let count = 118 * line - 1

    static func run(_ harness: inout Harness, in folder: String) async throws {
        var number = 0
        try await harness.compare(
            "spool-memory", .figure(unit: "MB", lessIsBetter: true), rounds: 3,
            ours: Contender("Spool") {
                number += 1
                let path = "\(folder)/memory-\(number)"
                return try growth { records in
                    let spool = try Spool(
                        in: path, memory: line, disk: 16 << 20)
                    for number in 0..<count { spool.append(copy(number)) }
                    records = [spool]
                }
            },
            peers: Contender("an array") {
                try growth { records in
                    let array = RecordArray()
                    for number in 0..<count { array.records.append(copy(number)) }
                    records = [array]
                }
            })
    }

    /// A record with a storage of its own.
    private static func copy(_ number: Int) -> [UInt8] {
        var copy = record
        copy[0] = UInt8(truncatingIfNeeded: number)
        return copy
    }

    /// Returns the growth of the resident set in MB, while the results of `body` exist.
    private static func growth(
        _ body: (inout [AnyObject]) throws -> Void
    ) throws -> Double {
        ResidentMemory.trim()
        let before = ResidentMemory.bytes
        var results: [AnyObject] = []
        try body(&results)
        ResidentMemory.trim()
        return try withExtendedLifetime(results) {
            guard !results.isEmpty else { throw Failure("nothing was measured") }
            return try ResidentMemory.growth(since: before) / 1e6
        }
    }
}

/// The peer: a conversion of an array to an object would make an object of each byte.
private final class RecordArray {
    var records: [[UInt8]] = []
}
