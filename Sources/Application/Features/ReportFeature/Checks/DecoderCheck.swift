import CommandOptions
import Processes

/// Looks for the programs that decode pictures and videos that the server makes no thumbnails of,
/// and for the protections that the kernel gives them.
struct DecoderCheck: BlockingDiagnosticCheck {
    /// A program, and the package of Debian that has it.
    private struct Decoder {
        let subject: DiagnosticWord
        let program: String
        let package: String
        let purpose: String
    }

    private static let decoders = [
        Decoder(
            subject: "decoder-pictures", program: "vipsthumbnail", package: "libvips-tools",
            purpose: "pictures"),
        Decoder(
            subject: "decoder-videos", program: "ffmpeg", package: "ffmpeg", purpose: "videos"),
    ]

    let name: DiagnosticWord = "decoders"
    /// The folders that are searched, as in `PATH`.
    let path: String

    func blockingFindings(of subject: DiagnosticSubject) -> [DiagnosticFinding] {
        Self.decoders.map { decoder -> DiagnosticFinding in
            if let found = ConfinedProgram.path(of: decoder.program, in: path) {
                return .good(decoder.subject, "present", "\(found) decodes \(decoder.purpose)")
            }
            return .warning(
                decoder.subject, "missing",
                "\(decoder.program) is not installed; everything but the decoding of "
                    + "\(decoder.purpose) works",
                advice: "install the package \(decoder.package)")
        } + [protections]
    }

    /// The protections besides the limits of a process, which every system has.
    private var protections: DiagnosticFinding {
        let calls =
            ConfinedProgram.hasCallFilter
            ? "a filter of system calls" : "no filter of system calls"
        let files =
            ConfinedProgram.hasPathRules
            ? "open only the files that they need" : "can open the files of the user"
        let isComplete = ConfinedProgram.hasCallFilter && ConfinedProgram.hasPathRules
        return .good(
            "decoder-limits", isComplete ? "complete" : "partial",
            "decoders have limits of memory and time, and \(calls), and \(files)")
    }
}
