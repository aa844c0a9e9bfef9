import CommandLineProgram
import CommandOptions
import Foundation
import Originals
import Scheduling

/// Checks for downloads of originals that have failed, or that wait for a run.
struct TransferCheck: DiagnosticCheck {
    let name: DiagnosticWord = "transfers"

    func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding] {
        guard let path = subject.library?.path else { return [] }
        // Not the scheduler of the requests: reading many rows takes a moment.
        let scheduler = WorkScheduler(name: "transfers", priority: .utility)
        let transfers = SchedulerBound(on: scheduler) { OriginalsTransfers(library: path) }
        return [Self.finding(about: try await transfers.run { try $0.list(withDone: false) })]
    }

    static func finding(about transfers: [Transfer]) -> DiagnosticFinding {
        func count(_ states: Set<TransferState>) -> Int {
            transfers.filter { states.contains($0.state) }.count
        }
        let (failed, waiting) = (count([.failed]), count([.waiting, .running]))
        let stopped = count([.paused, .cancelled])
        let numbers: [DiagnosticWord: Int64] = [
            "failed": Int64(failed), "waiting": Int64(waiting), "stopped": Int64(stopped),
        ]
        if failed > 0 {
            return .warning(
                "transfers", "failed",
                "\(Units.count(failed, "original")) could not be downloaded",
                advice: "read the reasons with photopark transfers", numbers: numbers)
        }
        if waiting > 0 {
            return .warning(
                "transfers", "waiting",
                "the download of \(Units.count(waiting, "original")) is not complete",
                advice: "run photopark sync --originals", numbers: numbers)
        }
        return .good(
            "transfers", "none-waiting",
            stopped == 0
                ? "no original waits for a download"
                : "no original waits for a download, except \(stopped) that you have stopped",
            numbers: numbers)
    }
}
