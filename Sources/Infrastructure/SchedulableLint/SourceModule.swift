import Foundation

/// The Swift files of one target.
struct SourceModule: Codable {
    var name: String
    var files: [String]
    /// Whether faults in these files are reported.
    ///
    /// Files of other packages are read for their declarations only.
    var isReported = true
    var isTest = false

    /// Creates a module of all Swift files below a folder, without its fixtures.
    init(folder: String) throws {
        // The enumerator of a missing folder is empty.
        guard FileManager.default.fileExists(atPath: folder),
            let found = FileManager.default.enumerator(atPath: folder)
        else {
            throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: folder])
        }
        name = folder
        isTest = folder.hasSuffix("Tests")
        files =
            found.compactMap { $0 as? String }
            .filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains("Fixtures") }
            .sorted().map { "\(folder)/\($0)" }
    }
}
