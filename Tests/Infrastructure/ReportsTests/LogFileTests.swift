import Foundation
import Logging
import Scheduling
import SchedulingTestKit
import Testing

@testable import Reports

@Suite struct LogFileTests {
    private let folder = NSTemporaryDirectory() + "/log-file-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    /// Records with these messages.
    private func records(_ messages: [String]) -> [LogRecord] {
        let (service, clock) = (LogService(), VirtualScheduler())
        let seen = Collected()
        service.observe(from: .info, as: "records", on: clock) {
            { seen.add($0) }
        }
        let logger = Logger(label: "file", factory: service.handler)
        for message in messages { logger.info("\(message)") }
        clock.runUntilIdle()
        return seen.records
    }

    private func lines(_ name: String) throws -> [String] {
        let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
        return text.split(separator: "\n").map { String($0.split(separator: " ").last ?? "") }
    }

    private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

    @Test func linesAreAppendedToAPrivateFile() throws {
        defer { removeFolder() }
        LogFile(folder + "/log", format: .text).receive(records(["1", "2"]))
        LogFile(folder + "/log", format: .text).receive(records(["3"]))
        #expect(try lines("log") == ["1", "2", "3"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/log")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func aFileIsRotatedBySizeAndOldOnesGo() throws {
        defer { removeFolder() }
        // A line has 42 bytes.
        let file = LogFile(folder + "/log", format: .text, limit: 100, keeping: 2)
        for number in 1...8 { file.receive(records(["\(number)"])) }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                == ["log", "log.1", "log.2"])
        #expect(
            try lines("log.2") + lines("log.1") + lines("log") == ["3", "4", "5", "6", "7", "8"])
        #expect(file.lastError == 0)
    }

    @Test func twoProcessesMayRotateOneFile() throws {
        defer { removeFolder() }
        let first = LogFile(folder + "/log", format: .text, limit: 100, keeping: 9)
        let second = LogFile(folder + "/log", format: .text, limit: 100, keeping: 9)
        for number in 1...10 {
            first.receive(records(["\(number)"]))
            second.receive(records(["-\(number)"]))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(try names.flatMap { try lines($0) }.count == 20)
        for name in names { #expect(try lines(name).count == 2) }
    }

    /// The lock says that the other process is between two renames.
    @Test func aFileThatAnotherProcessRotatesIsNotRotatedAndGetsTheLines() throws {
        defer { removeFolder() }
        let file = LogFile(folder + "/log", format: .text, limit: 100, keeping: 2)
        file.receive(records(["1", "2"]))
        let other = open(folder + "/log", O_RDONLY | O_CLOEXEC)
        let isLocked = flock(other, LOCK_EX | LOCK_NB) == 0
        #expect(isLocked)
        file.receive(records(["3"]))
        #expect(try lines("log") == ["1", "2", "3"])
        flock(other, LOCK_UN)
        close(other)
        file.receive(records(["4"]))
        #expect(try lines("log.1") == ["1", "2", "3"])
        #expect(try lines("log") == ["4"])
        #expect(file.lastError == 0)
    }

    @Test func processesThatRotateAtTheSameTimeLoseNoLine() async throws {
        defer { removeFolder() }
        let batches = (1...40).map { records(["\($0)"]) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { [folder] in
                    let file = LogFile(folder + "/log", format: .text, limit: 100, keeping: 200)
                    for batch in batches { file.receive(batch) }
                }
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(try names.flatMap { try lines($0) }.count == 160)
    }

    @Test func aLinkIsNotFollowedAndALaterRecordTriesAgain() throws {
        defer { removeFolder() }
        try Data().write(to: URL(filePath: folder + "/target"))
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/log", withDestinationPath: "target")
        let file = LogFile(folder + "/log")
        file.receive(records(["1", "2"]))
        #expect(file.lastError == ELOOP)
        #expect(try Data(contentsOf: URL(filePath: folder + "/target")).isEmpty)
        try FileManager.default.removeItem(atPath: folder + "/log")
        file.receive(records(["3"]))
        #expect(FileManager.default.contents(atPath: folder + "/log")?.isEmpty == false)
    }
}
