import Foundation

/// The folders of the checkout from which this program was built; it runs only there.
enum Places {
    static let benchmarks = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let repository = benchmarks.deletingLastPathComponent()
    /// The program that starts other programs and measures their memory, in the folder of this one.
    static let launcher =
        Bundle.main.bundleURL.appending(path: "launcher").path
    static let results = repository.appending(path: ".build/benchmarks.json")
}
