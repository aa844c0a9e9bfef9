import CommandLineProgram
import TextFormats

/// The displays of several runs on one terminal: the messages of all, and a line for each run.
@MainActor
final class SyncBoard {  // not @Schedulable: confined to the main actor
    /// The number of columns in front of each line: the widest name, and its separator.
    let margin: Int
    private let names: [String]
    private let emit: @MainActor ([SyncOutput.Text]) -> Void
    /// The line of each run; empty before its beginning and after its end.
    private var lines: [String]
    /// The number of lines at the end of the terminal that show the runs.
    private var drawn = 0

    /// Creates the board of the runs of accounts.
    ///
    /// - Parameters:
    ///   - names: the names of the accounts.
    ///   - write: writes texts; by default to the descriptors of the process.
    init(
        _ names: [String],
        write: @escaping @MainActor ([SyncOutput.Text]) -> Void = { SyncOutput.write($0) }
    ) {
        self.names = names
        emit = write
        lines = names.map { _ in "" }
        margin = min(24, names.map(TerminalText.columns).max() ?? 0) + 2
    }

    /// Writes what a run shows.
    func write(_ output: SyncOutput, of run: Int) {
        for text in output.texts {
            switch text {
            case .event, .controls: emit([text])
            case .line(let text): show(prefixed(text, run).map { .event($0) })
            case .message(let text): show(prefixed(text, run).map { .message($0) })
            case .redrawn(let line):
                guard lines[run] != line else { continue }
                lines[run] = line
                draw()
            }
        }
    }

    /// Writes the failure of a run, which ended it.
    func write(_ report: FailureReport, of run: Int) {
        lines[run] = ""
        show([.message("photopark: " + name(run) + ": " + report.message)])
    }

    /// Writes whole lines above those of the runs.
    private func show(_ texts: [SyncOutput.Text]) {
        if drawn > 0 { emit([.controls(erasing())]) }
        drawn = 0
        emit(texts)
        draw()
    }

    private func draw() {
        let shown = lines.indices.filter { !lines[$0].isEmpty }.map { run in
            TerminalText.column(names[run], width: margin - 2) + "  " + lines[run]
        }
        guard drawn > 0 || !shown.isEmpty else { return }
        let text = erasing() + shown.joined(separator: "\n")
        drawn = shown.count
        emit([.controls(text)])
    }

    /// The sequence that erases the lines of the runs, and leaves the cursor at their beginning.
    private func erasing() -> String {
        (drawn > 1 ? "\u{1B}[\(drawn - 1)A" : "") + "\r\u{1B}[J"
    }

    private func prefixed(_ text: String, _ run: Int) -> [String] {
        text.split(separator: "\n").map { name(run) + ": " + $0 }
    }

    private func name(_ run: Int) -> String { TerminalText.escape(names[run]) }
}
