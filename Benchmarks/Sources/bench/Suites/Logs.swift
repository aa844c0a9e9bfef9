import Foundation

extension Suite {
    /// Compares the log with swift-log's own handlers, and the spool with SQLite
    /// and a plain file.
    static let logs = Suite(name: "logs") { harness in
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-logs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await LogCalls.run(&harness)
        try await SpoolAppends.run(&harness, in: folder.path)
        try await SpoolMemory.run(&harness, in: folder.path)
    }
}
