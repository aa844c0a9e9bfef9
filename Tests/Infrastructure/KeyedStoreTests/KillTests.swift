import Foundation
import KeyedStore
import Testing

/// A process that is killed at any moment leaves the old or the new store.
@Suite struct KillTests {
    private static let rounds =
        ProcessInfo.processInfo.environment["KEYED_STORE_KILLS"].flatMap(Int.init) ?? 10

    private static let folder = NSTemporaryDirectory() + "/keyed-store-killed"
    private static let left = Key<Int>("kill.left", default: 0)
    private static let right = Key<Int>("kill.right", default: 0)
    private static let filling = Key<String>("kill.filling", default: "")

    private static func open() throws -> KeyedStore {
        try KeyedStore(FileBackend(path: folder + "/settings.json"))
    }

    /// Updates until it is killed, after a random time.
    private static func updateUntilKilled() throws {
        let delay = Double.random(in: 0...0.03)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: delay)  // reason: a kill falls on a moment of real time
            kill(getpid(), SIGKILL)
        }
        let store = try open()
        while true {
            try store.update {
                $0[left] += 1
                $0[right] += 1
                $0[filling] = String(repeating: "a", count: Int.random(in: 0..<100_000))
            }
            // An update that has returned must survive.
            try Data("\(try store[left])".utf8).write(
                to: URL(filePath: folder + "/confirmed"), options: .atomic)
        }
    }

    @Test func killedUpdatesLeaveTheOldOrTheNewStore() async throws {
        try? FileManager.default.removeItem(atPath: Self.folder)
        defer { try? FileManager.default.removeItem(atPath: Self.folder) }
        try FileManager.default.createDirectory(
            atPath: Self.folder, withIntermediateDirectories: true)
        for _ in 0..<Self.rounds {
            await #expect(processExitsWith: .signal(SIGKILL)) { try Self.updateUntilKilled() }
            let store = try Self.open()
            let count = try store[Self.left]
            #expect(try store[Self.right] == count)
            let confirmed = try? String(
                contentsOfFile: Self.folder + "/confirmed", encoding: .utf8)
            #expect(count >= confirmed.flatMap(Int.init) ?? 0)
        }
        try Self.open().update { $0[Self.filling] = "" }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(names.filter { $0.hasSuffix(".partial") } == [])
    }
}
