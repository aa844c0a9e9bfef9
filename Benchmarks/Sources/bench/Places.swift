import Foundation

/// The folders of the checkout that this program was built from, the only one that it is run for.
enum Places {
    static let benchmarks = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let repository = benchmarks.deletingLastPathComponent()
    /// The program beside this one that starts others and measures their memory.
    static let launcher =
        Bundle.main.bundleURL.appending(path: "launcher").path
    static let results = repository.appending(path: ".build/benchmarks.json")
}
