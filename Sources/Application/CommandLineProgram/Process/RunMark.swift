import DurableFiles
import Foundation

/// A file that exists while a process runs, so that the next one learns of its crash.
struct RunMark {
    /// The content of the file that an earlier process has left; `nil` after a regular end.
    let earlierRun: String?
    private let path: String

    /// The longest content that is read.
    private static let limit = 1_024

    /// Reads the mark of an earlier process, and writes that of this one.
    ///
    /// - Throws: `DurableFileError`.
    init(_ name: String, in folder: String, now: Date = .now) throws {
        path = "\(folder)/\(name)"
        earlierRun = FileManager.default.contents(atPath: path).map {
            String(decoding: $0.prefix(Self.limit), as: UTF8.self)
        }
        let start = now.formatted(.iso8601)
        try DurableFile.write(
            "started at \(start) as process \(getpid())".utf8, to: path, durability: .atomic)
    }

    /// Adds the reason for which the process is about to end, in one write.
    ///
    /// It waits for nothing: a process that is about to trap calls it.
    func add(_ reason: String) {
        let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return }
        defer { close(file) }
        let text = Array("; \(reason)".utf8)
        _ = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }  // unsafe: used inside
    }

    /// Removes the mark at the regular end of the process.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
