import CommandOptions
import Foundation

/// Checks how many files the process may open.
struct DescriptorCheck: DiagnosticCheck {
    let name: DiagnosticWord = "descriptors"
    /// The number with which all connections, packs and threads are open at the same time.
    private static let recommended = 256

    func findings(of subject: DiagnosticSubject) async -> [DiagnosticFinding] {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        guard limit >= 0 else { return [.good(name, "unlimited", "files may be opened freely")] }
        let numbers: [DiagnosticWord: Int64] = ["limit": Int64(limit)]
        let message = "the process may open \(limit) files"
        guard limit >= Self.recommended else {
            return [
                .warning(
                    name, "few", message, advice: "run `ulimit -n 1024` first", numbers: numbers)
            ]
        }
        return [.good(name, "sufficient", message, numbers: numbers)]
    }
}
