import ArgumentParser
import CommandLineProgram
import SchedulingDiagnostics

/// `--trace FILE` and `--trace-diagram FILE`: records the work items that every scheduler ran.
package struct TraceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a trace of the schedulers to FILE, for ui.perfetto.dev or chrome://tracing.",
            valueName: "FILE"), completion: .file())
    var trace: UserPath?

    @Option(
        help: ArgumentHelp(
            "Draw the services of the schedulers, and the posts and calls between them, as the "
                + "SVG image FILE.",
            valueName: "FILE"), completion: .file(extensions: ["svg"]))
    var traceDiagram: UserPath?

    package init() {}

    package mutating func validate() throws {
        if let trace, trace.expanded == traceDiagram?.expanded {
            throw ValidationError("--trace and --trace-diagram are different files")
        }
    }

    /// Runs `work`, and writes what the options choose, also when `work` fails.
    ///
    /// If a file cannot be created, this throws before the work begins.
    ///
    /// - Parameters:
    ///   - title: the title of the drawing.
    ///   - work: the work that is recorded.
    /// - Throws: the error of `work`; `ProgramError` when a file cannot be written.
    @MainActor
    package func record<Result>(
        _ title: String, _ work: () async throws -> Result
    ) async throws -> Result {
        guard trace != nil || traceDiagram != nil else { return try await work() }
        var files: [TraceFile] = []
        if let trace { files.append(try TraceFile(.chrome, at: trace.expanded)) }
        if let traceDiagram {
            files.append(try TraceFile(.diagram(title), at: traceDiagram.expanded))
        }
        TraceRecorder.start()
        let result: Result
        do {
            result = try await work()
        } catch {
            TraceRecorder.stop()
            // The error of `work` takes precedence over an error of a file.
            for file in files { try? file.write() }
            throw error
        }
        TraceRecorder.stop()
        for file in files { try file.write() }
        return result
    }
}
