import ArgumentParser
import CommandLineProgram
import SchedulingDiagnostics

/// `--trace FILE`: records the work items that every scheduler ran.
package struct TraceOption: ParsableArguments {
    /// The beginning of each trace; a file with another one is not replaced.
    private static let beginning = #"{"displayTimeUnit":"ns","traceEvents":["#

    @Option(
        help: ArgumentHelp(
            "Write a trace of the schedulers to FILE, for ui.perfetto.dev or chrome://tracing.",
            valueName: "FILE"), completion: .file())
    var trace: UserPath?

    package init() {}

    /// Runs `work`, and writes the trace if the option is given, also when `work` fails.
    ///
    /// If the file cannot be created, this throws before the work begins.
    ///
    /// - Throws: the error of `work`; `ProgramError` when the file cannot be written, or another
    ///   file has its place.
    @MainActor
    package func record<Result>(_ work: () async throws -> Result) async throws -> Result {
        guard let trace else { return try await work() }
        let file = try OutputFile("trace", beginningWith: Self.beginning, at: trace.expanded)
        TraceRecorder.start()
        let result: Result
        do {
            result = try await work()
        } catch {
            TraceRecorder.stop()
            // The error of `work` takes precedence over an error of the file.
            try? file.write(TraceRecorder.chromeTrace())
            throw error
        }
        TraceRecorder.stop()
        try file.write(TraceRecorder.chromeTrace())
        return result
    }
}
