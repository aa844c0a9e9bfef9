import CommandLineProgram
import TextFormats
import Tracking

/// The usage of the program on standard output.
@MainActor
enum UsagePrinter {
    /// Changes the tracking, and prints the result.
    ///
    /// - Throws: `ProgramError` if the setting or the counts cannot be read or stored.
    static func print(
        _ usage: UsageTracking, after change: UsageOptions.Change, asJSON isJSON: Bool
    ) async throws {
        let summary: UsageSummary
        do {
            switch change {
            case .none: break
            case .on(let address): try await usage.switchOn(sendingTo: address)
            case .off: try await usage.switchOff()
            case .forget: try await usage.forget()
            }
            summary = try await usage.summary()
        } catch {
            throw ProgramError(
                .cannotCreate,
                "cannot use the counts of the usage: \(FailureReport(error).message)")
        }
        let lines = isJSON ? [summary.json] : summary.lines
        for line in lines { StandardOutput.shared.line(line) }
    }
}

extension UsageSummary {
    /// The summary as one JSON object in a line; `Documentation/Formats.md` lists the keys.
    var json: String {
        JSONWriter.line { json in
            json.member("on", isOn)
            json.member("installation", installation.map { "\($0)" })
            json.member("destination", destination)
            json.array("counts") { json in
                for count in counts {
                    json.object { json in
                        json.member("kind", count.kind.rawValue)
                        json.member("name", count.name)
                        json.member("label", count.label)
                        json.member("count", count.count)
                    }
                }
            }
        }
    }

    /// The summary for a reader.
    var lines: [String] {
        guard isOn else {
            return [
                "The usage is not counted. To count it on this machine, run photopark stats "
                    + "--usage --on."
            ]
        }
        let identifier = installation.map { "\($0)" } ?? "none before the first event"
        let head = [
            destination.map {
                "The usage is counted on this machine, and sent to \(TerminalText.escape($0))."
            } ?? "The usage is counted on this machine, and not sent.",
            "Identifier of this installation: \(identifier)",
        ]
        guard !counts.isEmpty else { return head }
        let rows = counts.map { [$0.kind.rawValue, $0.name, $0.label, Units.count(Int($0.count))] }
        return head + [""] + TerminalText.table(rows)
    }
}
