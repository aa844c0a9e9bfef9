import CommandLineProgram
import DurableFiles
import Foundation
import SchedulingDiagnostics

/// A file with what `TraceRecorder` has recorded; it appears when it is complete.
final class TraceFile {
    /// The form of the file.
    enum Form {
        /// A trace for Perfetto.
        case chrome
        /// A drawing with this title.
        case diagram(String)

        /// The name for messages, after "the" and after "a".
        fileprivate var name: String {
            switch self {
            case .chrome: "trace"
            case .diagram: "trace diagram"
            }
        }

        /// The beginning of each file of this form.
        fileprivate var beginning: String {
            switch self {
            case .chrome: #"{"displayTimeUnit":"ns","traceEvents":["#
            case .diagram: SequenceDiagram.beginning
            }
        }

        fileprivate var text: String {
            switch self {
            case .chrome: TraceRecorder.chromeTrace()
            case .diagram(let title):
                SequenceDiagram(of: TraceRecorder.recordedRuns, title: title).svg
            }
        }
    }

    private let form: Form
    private var writer: DurableFileWriter?

    /// Prepares the file.
    ///
    /// - Throws: `ProgramError` if it cannot be created, or another file has its place.
    init(_ form: Form, at path: String) throws {
        self.form = form
        // The file replaces the one at `path`. It would replace a device, a pipe or a link instead
        // of writing through it. A library, a token or a picture whose name was given by mistake
        // would be lost.
        if let status = FileStatus(path: path),
            status.kind != .regular || status.size > 0 && !Self.begins(path, with: form.beginning)
        {
            throw ProgramError(
                .notOurs,
                "cannot write the \(form.name): \(path) exists and is not a \(form.name) "
                    + "(choose another name)")
        }
        do throws(DurableFileError) {
            writer = try DurableFileWriter(path: path, mode: 0o644, durability: .atomic)
        } catch {
            throw ProgramError(.cannotCreate, "cannot write the \(form.name): \(error)")
        }
    }

    /// Writes what is recorded now; called once.
    func write() throws {
        guard var writer = writer.take() else { return }
        do throws(DurableFileError) {
            try writer.write(form.text.utf8)
            try writer.commit()
        } catch {
            throw ProgramError(.inputOutput, "cannot write the \(form.name): \(error)")
        }
    }

    private static func begins(_ path: String, with beginning: String) -> Bool {
        let beginning = Data(beginning.utf8)
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        return (try? file.read(upToCount: beginning.count)) == beginning
    }
}
