import Foundation
import KeyedStore
import Synchronization

/// Compares a store of settings with `UserDefaults`, with a dictionary under a lock, and with the
/// system calls of a durable write.
enum CompositionKeyedStore {
    private static let name = Key<String>("bench.name", default: "me")
    private static let count = Key<Int>("bench.count", default: 0)

    static func run(_ harness: inout Harness) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-keyed-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try KeyedStore(FileBackend(path: folder.appending(path: "store.json").path))
        let suite = "photopark.bench.\(UUID().uuidString)"
        guard let defaults = UserDefaults(suiteName: suite) else {
            throw Failure("UserDefaults cannot be made")
        }
        defer { defaults.removePersistentDomain(forName: suite) }
        try store.update { $0[name] = "anna" }
        defaults.set("anna", forKey: name.name)

        let dictionary = Mutex<[String: any Sendable]>([name.name: "anna"])
        try await harness.compare(
            "keyed-store-read", .nanoseconds(per: "read"), operations: 1_000_000,
            ours: Contender("KeyedStore") { operations in
                var length = 0
                for _ in 0..<operations { length += try store[name].utf8.count }
                try check(length, operations)
            },
            peers: Contender("UserDefaults") { operations in
                var length = 0
                for _ in 0..<operations {
                    length += defaults.string(forKey: name.name)?.utf8.count ?? 0
                }
                try check(length, operations)
            },
            Contender("a dictionary under a Mutex") { operations in
                var length = 0
                for _ in 0..<operations {
                    let text = dictionary.withLock { $0[name.name] as? String }
                    length += text?.utf8.count ?? 0
                }
                try check(length, operations)
            })

        let file = DurableWrites(path: folder.appending(path: "file").path)
        let content = Array(repeating: UInt8(ascii: "a"), count: 120)
        try await harness.compare(
            "keyed-store-durable-write", .nanoseconds(per: "write"), operations: 50,
            ours: Contender("KeyedStore.update of a file") { operations in
                for _ in 0..<operations { try store.update { $0[count] += 1 } }
            },
            peers: Contender("write, fsync, rename and fsync of the folder") { operations in
                for _ in 0..<operations { try file.write(content) }
            },
            Contender("UserDefaults with synchronize") { operations in
                for _ in 0..<operations {
                    defaults.set(defaults.integer(forKey: count.name) + 1, forKey: count.name)
                    guard defaults.synchronize() else {
                        throw Failure("UserDefaults cannot be synchronized")
                    }
                }
            })
    }

    private static func check(_ length: Int, _ operations: Int) throws {
        if length != 4 * operations { throw Failure("a read returned a wrong value") }
    }
}

/// The system calls of a small file's durable replacement, as `DurableFile.write` makes them.
private struct DurableWrites {
    let path: String

    func write(_ bytes: [UInt8]) throws {
        let folder = open(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), O_RDONLY)
        defer { close(folder) }
        let temporary = path + ".partial"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard folder >= 0, file >= 0, Foundation.write(file, bytes, bytes.count) == bytes.count,
            fsync(file) == 0, close(file) == 0, rename(temporary, path) == 0, fsync(folder) == 0
        else { throw Failure("\(path) cannot be written") }
    }
}
