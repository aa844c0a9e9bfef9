import CommandLineProgram
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
    private let file: OutputFile

    /// Prepares the file.
    ///
    /// - Throws: `ProgramError` if it cannot be created, or another file has its place.
    init(_ form: Form, at path: String) throws(ProgramError) {
        self.form = form
        file = try OutputFile(form.name, beginningWith: form.beginning, at: path)
    }

    /// Writes what is recorded now; called once.
    func write() throws(ProgramError) { try file.write(form.text) }
}
