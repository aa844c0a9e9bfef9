import Foundation
import Spool
import Testing

/// A process that is killed at any moment loses at most its memory, and repeats at most one batch.
@Suite(.serialized) struct SpoolKillTests {
    private static let rounds =
        ProcessInfo.processInfo.environment["SPOOL_KILLS"].flatMap(Int.init) ?? 10
    private static let memory = 256
    private static let folder = NSTemporaryDirectory() + "/spool-killed"

    private static func open() throws -> Spool {
        try Spool(
            in: folder + "/spool", signal: "kills", memory: .count(memory),
            disk: .bytes(1 << 30), batch: SpoolBatchLimit(count: memory))
    }

    private static func kill(within seconds: Double) {
        let delay = Double.random(in: 0...seconds)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: delay)  // reason: a kill falls on a moment of real time
            Foundation.kill(getpid(), SIGKILL)
        }
    }

    private static func log(_ name: String) throws -> FileHandle {
        let path = folder + "/" + name
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        // The last line may be torn by the kill.
        let whole = try handle.readToEnd()?.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        try handle.truncate(atOffset: UInt64(whole))
        return handle
    }

    /// The whole lines of a log; the last one may be torn.
    private static func lines(_ name: String) -> [Substring] {
        let text = (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// Appends and sends records until it is killed.
    ///
    /// The receiver is a file: its lines are the identities and the texts that it has stored. After
    /// each round of appends, another file has the number of the last record.
    private static func workUntilKilled() throws {
        kill(within: 0.08)
        let appended = try log("appended")
        let received = try log("received")
        let spool = try open()
        var number = lines("appended").last.flatMap { Int($0) } ?? 0
        // A number that was appended in vain is not used again.
        number += 10_000
        while true {
            for _ in 0..<Int.random(in: 1...700) {
                number += 1
                spool.append(Array("\(number)".utf8))
            }
            try appended.write(contentsOf: Data("\(number)\n".utf8))
            guard Bool.random(), let batch = spool.nextBatch() else { continue }
            let text = batch.records.map { "\($0.id) \(String(decoding: $0.bytes, as: UTF8.self))" }
            try received.write(contentsOf: Data((text.joined(separator: "\n") + "\n").utf8))
            spool.acknowledge(batch)
        }
    }

    @Test func aKillLosesAtMostTheMemoryAndRepeatsAtMostOneBatch() async throws {
        try? FileManager.default.removeItem(atPath: Self.folder)
        defer { try? FileManager.default.removeItem(atPath: Self.folder) }
        try FileManager.default.createDirectory(
            atPath: Self.folder, withIntermediateDirectories: true)
        for _ in 0..<Self.rounds {
            await #expect(processExitsWith: .signal(SIGKILL)) { try Self.workUntilKilled() }
        }
        let spool = try Self.open()
        var received = Self.lines("received").map(String.init)
        while let batch = spool.nextBatch() {
            received += batch.records.map {
                "\($0.id) \(String(decoding: $0.bytes, as: UTF8.self))"
            }
            spool.acknowledge(batch)
        }
        #expect(spool.report.cutBytes == 0)
        let distinct = Set(received)
        #expect(received.count - distinct.count <= Self.rounds * Self.memory, "repeated")
        #expect(Set(distinct.map { $0.split(separator: " ")[0] }).count == distinct.count)
        let numbers = Set(distinct.compactMap { Int($0.split(separator: " ")[1]) })
        #expect(numbers.count == distinct.count, "one identity for each record")
        // Each process appended the numbers from the end of the last one plus 10,001.
        var (last, lost, total) = (0, 0, 0)
        for end in Self.lines("appended").compactMap({ Int($0) }) {
            let first = end - last > 10_000 ? last + 10_001 : last + 1
            lost += (first...end).count { !numbers.contains($0) }
            total += end - first + 1
            last = end
        }
        print("\(Self.rounds) kills: \(total) records, \(lost) lost with their memory")
        #expect(lost <= Self.rounds * Self.memory)
    }
}
