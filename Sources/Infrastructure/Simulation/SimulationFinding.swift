/// A failure that an exploration found, with the shortest schedule that leads to it.
public struct SimulationFinding: Sendable {
    /// The failure at the end of the shortest schedule.
    public let failure: SimulationFailure
    /// The seed whose run failed; `nil` when all schedules were tried instead.
    public let seed: UInt64?
    /// The number of steps of the run that failed first.
    public let length: Int
    /// The run with the shortest schedule, with its steps.
    public let shortest: SimulationRun
    /// Whether the run failed in the same way when it was repeated.
    ///
    /// Otherwise the program depends on more than the schedule: the clock of the system, a
    /// thread, random numbers, or the order of a set or dictionary.
    public let isRepeatable: Bool
}

extension SimulationFinding: CustomStringConvertible {
    private static let shownSteps = 60
    private static let shownStepsBesideNotes = 20
    private static let shownNotes = 40

    /// The failure, the seed, the events of the world, and a table of the last steps.
    ///
    /// A step has its scheduler, its work, and the place of its post.
    public var description: String {
        let origin = seed.map { "seed \($0)" } ?? "the search"
        var lines = [failure.message, "found by \(origin), after \(length) steps"]
        if isRepeatable {
            lines.append(
                "shortest schedule: \(shortest.stepCount) steps, \(shortest.schedule.departures) "
                    + "decisions differ from the default: replay(\"\(shortest.schedule)\")")
        } else {
            lines.append(
                "NOT repeated by the same schedule: the program uses the system's clock, threads, "
                    + "random numbers or the order of sets (SWIFT_DETERMINISTIC_HASHING=1)")
        }
        if !shortest.notes.isEmpty {
            lines.append("what happened in the world:")
            lines += Self.aligned(
                [["step", "time", "event"]]
                    + shownNotes.map { ["\($0.step)", $0.time.milliseconds, $0.event] })
        }
        // With the events of the world, the last steps only show the place of the failure.
        let shown = shortest.notes.isEmpty ? Self.shownSteps : Self.shownStepsBesideNotes
        let steps = shortest.steps.suffix(shown)
        if steps.count < shortest.steps.count {
            lines.append("the last \(steps.count) steps:")
        }
        return (lines + Self.table(steps, of: shortest.steps)).joined(separator: "\n")
    }

    /// The last events of the world, and before them those that are not usual.
    private var shownNotes: [SimulationNote] {
        let notes = shortest.notes
        return notes.dropLast(Self.shownNotes).filter { !$0.isUsual }
            + notes.suffix(Self.shownNotes)
    }

    private static func table(
        _ steps: ArraySlice<SimulationStep>, of all: [SimulationStep]
    ) -> [String] {
        var rows = [["step", "time", "scheduler", "work", "posted from"]]
        for step in steps {
            let poster = step.postedBy - 1
            let origin =
                all.indices.contains(poster)
                ? "step \(step.postedBy) on \(all[poster].scheduler ?? "tasks")" : "the body"
            rows.append([
                "\(step.number)\(step.isDeparture ? " *" : "")", step.time.milliseconds,
                step.scheduler ?? "tasks", step.work, origin,
            ])
        }
        let isDeparting = steps.contains(where: \.isDeparture)
        return aligned(rows) + (isDeparting ? ["* a decision that differs from the default"] : [])
    }

    /// The rows as lines, with the columns below each other.
    private static func aligned(_ rows: [[String]]) -> [String] {
        // The last column needs no padding.
        let widths = rows[0].indices.dropLast().map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        return rows.map { row in
            zip(row, widths + [0]).map { text, width in
                text + String(repeating: " ", count: max(0, width - text.count))
            }
            .joined(separator: "  ")
        }
    }
}

extension Duration {
    /// The duration in milliseconds, as `12.5 ms`.
    var milliseconds: String {
        let (seconds, attoseconds) = components
        let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
        let text = "\(milliseconds)"
        return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " ms"
    }
}
