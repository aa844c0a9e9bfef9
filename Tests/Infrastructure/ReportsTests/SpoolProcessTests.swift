import Foundation
import SchedulingTestKit
import Testing

@testable import Reports

/// Spools in processes of their own.
@Suite(.serialized) struct SpoolProcessTests {
    private static let folder = NSTemporaryDirectory() + "/spool-processes"
    private static let segments = 96
    private static let megabyte = 1 << 20

    private static func open() throws -> Spool {
        try Spool(
            in: folder, memory: 1, disk: 1 << 30, waterLine: WaterLine(), batch: 10,
            lossRecord: nil, now: { .zero })
    }

    private static func cleanUp() { try? FileManager.default.removeItem(atPath: folder) }

    /// A field of the system's description of this process, in bytes.
    private static func memory(_ field: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(field + ":") })
        return try #require(line.split { !$0.isNumber }.first.flatMap { Int($0) }) * 1_024
    }

    /// Returns the growth of the peak of memory while a spool is opened.
    private static func growth() throws -> Int {
        // The pages of the program count, too, so they are read before.
        let other = folder + "-other"
        defer { try? FileManager.default.removeItem(atPath: other) }
        for _ in 0..<2 {
            let spool = try Spool(in: other, memory: 1)
            spool.append("1")
            spool.close()
        }
        // The peak so far becomes the present memory (proc(5)).
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let before = try memory("VmRSS")
        let spool = try open()
        try #require(spool.count == segments)
        return try memory("VmHWM") - before
    }

    private static var hasMemoryInformation: Bool {
        FileManager.default.isWritableFile(atPath: "/proc/self/clear_refs")
    }

    /// The spool has 24 MB; each of its segments has 256 KB.
    @Test(
        .enabled("the system does not tell the peak of memory") { hasMemoryInformation },
        .disabled(if: Sanitizer.isOn, "a sanitizer has memory of its own"))
    func openingHoldsOneSegmentInMemory() async throws {
        Self.cleanUp()
        defer { Self.cleanUp() }
        do {
            let spool = try Self.open()
            let record = [UInt8](repeating: 7, count: Spool.recordLimit)
            for _ in 0..<Self.segments { spool.append(record) }
            spool.close()
        }
        await #expect(processExitsWith: .success) {
            let growth = try Self.growth()
            // 16 segments: one, its copies while it is read, and what the allocator keeps.
            guard growth < 4 * Self.megabyte else {
                print("the peak has grown by \(growth) bytes")
                exit(1)
            }
        }
    }

    /// The second process gets an error at once, and leaves the records to the first one.
    @Test func aFolderHasOneOwnerAmongProcesses() async throws {
        Self.cleanUp()
        defer { Self.cleanUp() }
        let spool = try Self.open()
        spool.append("1")
        await #expect(processExitsWith: .exitCode(3)) {
            do { _ = try Self.open() } catch let error as SpoolError where error.code == .locked {
                exit(3)
            }
        }
        spool.append("2")
        #expect(spool.drain() == ["1", "2"])
    }
}
