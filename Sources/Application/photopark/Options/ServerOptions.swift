import ArgumentParser
import Foundation

/// Which server a command talks to, and as whom.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Talk to this server instead of Dropbox; https, or http on this machine.",
            valueName: "URL"))
    var endpoint: Endpoint?

    @Option(
        help: ArgumentHelp(
            "Trust the certificate authorities in FILE (PEM) instead of the system's.",
            valueName: "FILE"), completion: .file())
    var caFile: String?

    @OptionGroup var token: TokenOptions

    func validate() throws {
        if let caFile, !FileManager.default.isReadableFile(atPath: UserPath.expanded(caFile)) {
            throw ValidationError("--ca-file: cannot read \(caFile)")
        }
    }
}
