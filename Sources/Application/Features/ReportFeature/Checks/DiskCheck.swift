import CommandLineProgram
import CommandOptions
import Foundation

/// Checks the space on the disk of the library.
struct DiskCheck: BlockingDiagnosticCheck {
    let name: DiagnosticWord = "disk"
    /// The folder that is examined without a library.
    let dataFolder: String

    private static let required = 100_000_000
    private static let recommended = 1_000_000_000

    func blockingFindings(of subject: DiagnosticSubject) throws -> [DiagnosticFinding] {
        let folder = subject.library?.path ?? dataFolder
        let attributes = try FileManager.default.attributesOfFileSystem(
            forPath: Self.existing(folder))
        guard let free = attributes[.systemFreeSize] as? NSNumber else { return [] }
        let size = Units.bytes(Int(clamping: free.int64Value))
        let message = "the disk of \(folder) has \(size) free"
        let numbers: [DiagnosticWord: Int64] = ["free": free.int64Value]
        switch free.intValue {
        case ..<Self.required:
            return [
                .bad(
                    name, "full", message, advice: "free some space", status: .inputOutput,
                    numbers: numbers)
            ]
        case ..<Self.recommended:
            return [
                .warning(
                    name, "nearly-full", message, advice: "free some space before the next sync",
                    numbers: numbers)
            ]
        default: return [.good(name, "sufficient", message, numbers: numbers)]
        }
    }

    /// The folder, or the nearest one above it that exists.
    private static func existing(_ path: String) -> String {
        var url = URL(filePath: path).absoluteURL
        while url.path != "/", !FileManager.default.fileExists(atPath: url.path) {
            url.deleteLastPathComponent()
        }
        return url.path
    }
}
