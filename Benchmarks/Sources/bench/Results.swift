import Foundation

/// The results of all suites, in a file that is kept between runs.
enum Results {
    /// Replaces the rows of one suite, and keeps those of the others.
    static func merge(_ rows: [Row], of suite: String, into file: URL) throws {
        var all: [Row] = []
        if FileManager.default.fileExists(atPath: file.path) {
            do {
                all = try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
            } catch {
                throw Failure("\(file.path) does not contain results; remove it: \(error)")
            }
        }
        all.removeAll { $0.suite == suite }
        all += rows
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encode(all).write(to: file, options: .atomic)
    }
}
