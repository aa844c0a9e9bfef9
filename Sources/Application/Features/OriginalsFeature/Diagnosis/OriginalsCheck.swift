import CommandLineProgram
import Diagnostics
import Foundation
import Originals
import Rendering
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
            "unverified": Int64(originals.unverified), "in-place": Int64(originals.inPlace),
        ]
        let repairable = originals.damaged + originals.missing
        if repairable > 0 {
            return .bad(
                "originals", "damaged",
                "the last verification has found \(Units.count(originals.damaged, "original")) "
                    + "damaged and \(Units.count(originals.missing)) missing",
                advice: "run photopark verify --repair", status: .damagedOriginals,
                numbers: numbers)
        }
        if originals.unreadable > 0 {
            return .bad(
                "originals", "unreadable",
                "the last verification could not read "
                    + Units.count(originals.unreadable, "original"),
                advice: "photopark verify names the reasons: check the disk and the permissions",
                status: .damagedOriginals, numbers: numbers)
        }
        if originals.unknown > 0 {
            return .warning(
                "originals", "unknown",
                "\(Units.count(originals.unknown, "path")) of originals had something other than "
                    + "a file at the last verification",
                advice: "find them with photopark verify, move them away, and run photopark sync "
                    + "--originals", numbers: numbers)
        }
        let verified =
            originals.unverified == 0
            ? "the last verification has found all of them good"
            : "\(Units.count(originals.unverified)) of them were never verified"
        return .good(
            "originals", "none-damaged",
            "\(Units.count(originals.inPlace, "original")) in place; \(verified)",
            numbers: numbers)
    }
}
