import CommandOptions
import Foundation
import Originals
import Scheduling

/// Shows the choice of originals that each sync repeats.
///
/// It does not access the folder of the originals, whose disk may hang or not be mounted. So it
/// names the folder also when `OriginalsCheck` fails.
struct OriginalsChoiceCheck: DiagnosticCheck {
    let name: DiagnosticWord = "originals-choice"

    func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding] {
        guard let path = subject.library?.path else { return [] }
        // Not the scheduler of the requests: the database may have to wait for its disk.
        let scheduler = WorkScheduler(name: "originals-choice", priority: .utility)
        let originals = SchedulerBound(on: scheduler) { OriginalsReader(library: path) }
        guard let choice = try await originals.run({ try $0.choice() }) else { return [] }
        // The values of options are in the message alone, which a report for others leaves out.
        return [.good(name, "stored", OriginalsChoiceText.sentence(about: choice))]
    }
}
