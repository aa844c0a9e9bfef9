import Foundation

/// An empty folder, which is removed with this object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let made = FileManager.default.temporaryDirectory
            .appending(path: "simulated-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        path = made.resolvingSymlinksInPath().path
    }

    /// Removes the content.
    func empty() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.removeItem(atPath: path + "/" + name)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: path + ".lost")
    }
}
