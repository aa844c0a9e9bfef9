import CommandLineProgram
import CommandOptions
import Foundation
import Originals
import Scheduling

/// Checks whether the last verification has found originals that are damaged or missing.
///
/// It compares no file; `photopark verify` does that.
struct OriginalsCheck: DiagnosticCheck {
    let name: DiagnosticWord = "originals"

    func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding] {
        guard let path = subject.library?.path else { return [] }
        // Not the scheduler of the requests: reading many rows takes a moment.
        let scheduler = WorkScheduler(name: "originals", priority: .utility)
        let originals = SchedulerBound(on: scheduler) { OriginalsReader(library: path) }
        let counts = try await originals.run { try $0.verification() }
        return counts.map { [Self.finding(about: $0)] } ?? []
    }

    static func finding(about originals: OriginalsVerification) -> DiagnosticFinding {
        let numbers: [DiagnosticWord: Int64] = [
            "damaged": Int64(originals.damaged), "missing": Int64(originals.missing),
            "unknown": Int64(originals.unknown), "unreadable": Int64(originals.unreadable),
            "edited": Int64(originals.edited), "unverified": Int64(originals.unverified),
            "in-place": Int64(originals.inPlace),
        ]
        guard originals.bad > 0 else {
            return .good(
                "originals", "none-damaged",
                "\(Units.count(originals.inPlace, "original")) in place; \(good(originals))",
                numbers: numbers)
        }
        let message = bad(originals)
        if originals.damaged + originals.missing > 0 {
            return .bad(
                "originals", "damaged", message, advice: "run photopark verify --repair",
                status: .damagedOriginals, numbers: numbers)
        }
        if originals.unreadable > 0 {
            return .bad(
                "originals", "unreadable", message,
                advice: "photopark verify names the reasons: check the disk and the permissions",
                status: .damagedOriginals, numbers: numbers)
        }
        return .warning(
            "originals", "unknown", message,
            advice: "move them away, and run photopark sync --originals", numbers: numbers)
    }

    private static func good(_ originals: OriginalsVerification) -> String {
        let edited =
            originals.edited > 0
            ? "\(Units.count(originals.edited)) of them edited, and " : ""
        let rest = edited.isEmpty ? "all of them" : "all others"
        return originals.unverified == 0
            ? "the last verification has found \(edited)\(rest) good"
            : edited + "\(Units.count(originals.unverified)) of them were never verified"
    }

    /// The sentence about the files that the last verification has found bad, with some paths.
    private static func bad(_ originals: OriginalsVerification) -> String {
        let parts = [
            (originals.damaged, "damaged"), (originals.missing, "missing"),
            (originals.unreadable, "unreadable"), (originals.unknown, "not a file"),
            (originals.edited, "edited"),
        ].filter { $0.0 > 0 }.map { "\(Units.count($0.0)) \($0.1)" }
        let rest = originals.bad - originals.badPaths.count
        let paths =
            originals.badPaths + (rest > 0 ? ["and \(Units.count(rest, "other"))"] : [])
        return "of \(Units.count(originals.inPlace, "original")), the last verification has found "
            + parts.joined(separator: ", ") + ": " + paths.joined(separator: ", ")
    }
}
