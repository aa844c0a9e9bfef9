import Foundation
import Testing

@testable import Reports

/// Both sides are killed at any moment: the process that appends and sends, and the receiver.
///
/// A kill of the sender loses at most its memory. A kill of either side repeats at most one batch.
@Suite(.serialized) struct SpoolKillTests {
    /// The kills of each side.
    private static let rounds = number("SPOOL_KILLS") ?? 5
    /// The records that are appended at least; there are more rounds until they are reached.
    private static let records = number("SPOOL_RECORDS") ?? 0
    private static let memory = 256
    private static let folder = NSTemporaryDirectory() + "/spool-killed"

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }

    private static func open() throws -> Spool {
        try Spool(
            in: folder + "/spool", memory: memory, disk: 1 << 30, waterLine: WaterLine(),
            batch: memory, lossRecord: nil, now: { .zero })
    }

    /// The longest life of a process in seconds; its start takes a part of it.
    ///
    /// On a busy machine, processes with a short life end before they send. The lives grow with the
    /// number of senders that have started, so that the test ends.
    private static func life() -> Double {
        let senders = lines("appended").count { $0.hasPrefix("+") }
        return (records > 0 ? 0.2 : 0.08) * Double(1 + senders / rounds)
    }

    private static func killLater() {
        let delay = Double.random(in: 0...life())
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
        try handle.seekToEnd()
        return handle
    }

    /// The whole lines of a log; the last one may be torn.
    private static func lines(_ name: String) -> [Substring] {
        let text = (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    // MARK: The connection: a file with a request, and a file with the answer

    private static func text(of batch: [SpoolRecord]) -> String {
        batch.map { "\($0.id) \(String(decoding: $0.bytes, as: UTF8.self))\n" }.joined()
    }

    private static func content(_ name: String) -> Data? {
        FileManager.default.contents(atPath: folder + "/" + name)
    }

    /// Replaces a file in one step, so that the other side never reads a part of it.
    private static func replace(_ name: String, _ content: Data) throws {
        let new = "\(folder)/\(name).new"
        try content.write(to: URL(filePath: new))
        guard rename(new, "\(folder)/\(name)") == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private static func pause() {
        Thread.sleep(forTimeInterval: 0.0001)  // reason: the other side is another process
    }

    /// Sends a batch, and waits for the answer of a receiver, which another one may give.
    private static func send(_ batch: [SpoolRecord]) throws {
        let request = Data(text(of: batch).utf8)
        try replace("request", request)
        while content("answer") != request { pause() }
    }

    // MARK: The processes

    /// Appends and sends records until it is killed.
    ///
    /// A file gets the number before the first record, with a sign. After each round of appends, it
    /// gets the number of the last record.
    private static func sendUntilKilled() throws {
        killLater()
        let appended = try log("appended")
        var number = lines("appended").last.flatMap { Int($0) } ?? 0
        // The former process may have appended a round without its number.
        number += 1_000
        try appended.write(contentsOf: Data("+\(number)\n".utf8))
        let spool = try open()
        while true {
            for _ in 0..<Int.random(in: 1...700) {
                number += 1
                spool.append(Array("\(number)".utf8))
            }
            try appended.write(contentsOf: Data("\(number)\n".utf8))
            guard Bool.random(), let batch = spool.nextBatch() else { continue }
            try send(batch)
            spool.acknowledge()
        }
    }

    /// Stores what is sent until it is killed: the identities and texts, as lines of a file.
    private static func receiveUntilKilled() throws {
        killLater()
        let received = try log("received")
        while true {
            guard let request = content("request"), request != content("answer") else {
                pause()
                continue
            }
            try received.write(contentsOf: request)
            try replace("answer", request)
        }
    }

    /// The total number of records that were appended, and of those that are not in `numbers`.
    private static func counts(without numbers: Set<Int> = []) -> (total: Int, lost: Int) {
        var (last, lost, total) = (0, 0, 0)
        for line in lines("appended") {
            guard let end = Int(line) else { continue }
            if !line.hasPrefix("+") {
                lost += (last + 1...end).count { !numbers.contains($0) }
                total += end - last
            }
            last = end
        }
        return (total, lost)
    }

    /// Starts processes that kill themselves, one after another, and returns their number.
    ///
    /// It starts more than `rounds` until enough records are appended and a batch has arrived.
    private static func killRepeatedly(_ start: () async -> Void) async -> Int {
        var kills = 0
        while kills < rounds || counts().total < records || lines("received").isEmpty {
            await start()
            kills += 1
        }
        return kills
    }

    private static func killSenders() async -> Int {
        await killRepeatedly {
            await #expect(processExitsWith: .signal(SIGKILL)) { try Self.sendUntilKilled() }
        }
    }

    private static func killReceivers() async -> Int {
        await killRepeatedly {
            await #expect(processExitsWith: .signal(SIGKILL)) { try Self.receiveUntilKilled() }
        }
    }

    @Test func aKillLosesAtMostTheMemoryAndRepeatsAtMostOneBatch() async throws {
        try? FileManager.default.removeItem(atPath: Self.folder)
        defer { try? FileManager.default.removeItem(atPath: Self.folder) }
        try FileManager.default.createDirectory(
            atPath: Self.folder, withIntermediateDirectories: true)
        async let senders = Self.killSenders()
        async let receivers = Self.killReceivers()
        let kills = await (sender: senders, receiver: receivers)

        let spool = try Self.open()
        try Self.log("received").close()
        var received = Self.lines("received").map(String.init)
        let sent = received.count
        while let batch = spool.nextBatch() {
            received += Self.text(of: batch).split(separator: "\n").map(String.init)
            spool.acknowledge()
        }
        let distinct = Set(received)
        let repeated = received.count - distinct.count
        #expect(repeated <= (kills.sender + kills.receiver) * Self.memory)
        #expect(Set(distinct.map { $0.split(separator: " ")[0] }).count == distinct.count)
        let numbers = Set(distinct.compactMap { Int($0.split(separator: " ")[1]) })
        #expect(numbers.count == distinct.count, "one identity for each record")
        let (total, lost) = Self.counts(without: numbers)
        print(
            "\(kills.sender) kills of the sender and \(kills.receiver) of the receiver: \(total) "
                + "records, \(sent) received before the last kill, \(repeated) repeated, \(lost) "
                + "lost with the memory")
        #expect(lost <= kills.sender * Self.memory)
        #expect(sent > 0 && total >= Self.records)
    }
}
