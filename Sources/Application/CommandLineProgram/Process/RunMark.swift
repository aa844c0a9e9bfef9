import DurableFiles
import Foundation

/// A file that exists while a process runs, so that the next one learns of its crash.
struct RunMark {
    /// The content of the file that an earlier process has left; `nil` after a regular end.
    let earlierRun: String?
    private let path: String

    /// The longest content that is read.
    private static let limit = 256

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

    /// Removes the mark at the regular end of the process.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
