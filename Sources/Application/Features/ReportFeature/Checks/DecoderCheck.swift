import Diagnostics
import Foundation

/// Looks for the programs that decode pictures and videos that the server makes no thumbnails of.
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
        let folders = path.split(separator: ":").filter { $0.hasPrefix("/") }
        return Self.decoders.map { decoder -> DiagnosticFinding in
            let found = folders.map { "\($0)/\(decoder.program)" }.first {
                access($0, X_OK) == 0 && FileManager.default.fileExists(atPath: $0)
            }
            if let found {
                return .good(decoder.subject, "present", "\(found) decodes \(decoder.purpose)")
            }
            return .warning(
                decoder.subject, "missing",
                "\(decoder.program) is not installed; everything but the decoding of "
                    + "\(decoder.purpose) works",
                advice: "install the package \(decoder.package)")
        }
    }
}
