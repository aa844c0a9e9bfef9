import ArgumentParser
import Foundation

/// `--ca-file FILE`: the certificate authorities that are trusted.
package struct CertificateOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Trust the certificate authorities in FILE (PEM) instead of the system's.",
            valueName: "FILE"), completion: .file())
    var caFile: UserPath?

    package init() {}

    /// The path of the file; `nil` for the authorities of the system.
    package var path: String? { caFile?.expanded }

    package func validate() throws {
        guard let caFile else { return }
        guard let text = FileManager.default.contents(atPath: caFile.expanded) else {
            throw ValidationError("--ca-file: cannot read \(caFile)")
        }
        guard text.range(of: Data("CERTIFICATE-----".utf8)) != nil else {
            throw ValidationError("--ca-file: \(caFile) does not contain a certificate (PEM)")
        }
    }
}
