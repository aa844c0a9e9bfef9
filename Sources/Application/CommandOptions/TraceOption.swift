import ArgumentParser
import CommandLineProgram
import DurableFiles
import Foundation
import SchedulingDiagnostics

/// `--trace FILE`: records the work items that every scheduler ran, and the wait of each.
package struct TraceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a trace of the schedulers to FILE, for ui.perfetto.dev or chrome://tracing.",
            valueName: "FILE"), completion: .file())
    var trace: UserPath?

    package init() {}

    /// Runs `work`, and writes its trace if the option is given, also when `work` fails.
    ///
    /// If the file cannot be created, this throws before the work begins.
    ///
    /// - Throws: the error of `work`; `ProgramError` when the trace cannot be written.
    @MainActor
    package func record<Result>(_ work: () async throws -> Result) async throws -> Result {
        guard let trace else { return try await work() }
        let writer = try Self.writer(for: trace.expanded)
        TraceRecorder.start()
        let result: Result
        do {
            result = try await work()
        } catch {
            // The error of `work` takes precedence over an error of the trace.
            try? Self.write(to: writer)
            throw error
        }
        try Self.write(to: writer)
        return result
    }

    private static func write(to writer: consuming DurableFileWriter) throws {
        TraceRecorder.stop()
        let text = TraceRecorder.chromeTrace()
        do throws(DurableFileError) {
            try writer.write(text.utf8)
            try writer.commit()
        } catch {
            throw ProgramError(.inputOutput, "cannot write the trace: \(error)")
        }
    }

    /// Whether the file begins like every trace of `TraceRecorder`.
    private static func isTrace(_ path: String) -> Bool {
        let beginning = Data(#"{"displayTimeUnit":"ns","traceEvents":["#.utf8)
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        return (try? file.read(upToCount: beginning.count)) == beginning
    }

    private static func writer(for path: String) throws -> DurableFileWriter {
        // The trace replaces the file at `path`. It would replace a device, a pipe or a link
        // instead of writing through it. A library, a token or a picture whose name was given by
        // mistake would be lost.
        if let status = FileStatus(path: path),
            status.kind != .regular || status.size > 0 && !isTrace(path)
        {
            throw ProgramError(
                .notOurs,
                "cannot write the trace: \(path) exists and is not a trace (choose another name)"
            )
        }
        do throws(DurableFileError) {
            return try DurableFileWriter(path: path, mode: 0o644, durability: .atomic)
        } catch {
            throw ProgramError(.cannotCreate, "cannot write the trace: \(error)")
        }
    }
}
