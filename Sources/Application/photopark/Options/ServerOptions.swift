import ArgumentParser
import Foundation
import PhotoFeed

/// The options that select the server of a command and the token for it.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use this server instead of \(Providers.standard.displayName); https, or http on this "
                + "machine.",
            valueName: "URL"), transform: Endpoint.init(text:))
    var endpoint: Endpoint?

    @Option(
        help: ArgumentHelp(
            "Trust the certificate authorities in FILE (PEM) instead of the system's.",
            valueName: "FILE"), completion: .file())
    var caFile: UserPath?

    @OptionGroup var token: TokenOptions

    func validate() throws {
        guard let caFile else { return }
        guard let text = FileManager.default.contents(atPath: caFile.expanded) else {
            throw ValidationError("--ca-file: cannot read \(caFile)")
        }
        guard text.range(of: Data("CERTIFICATE-----".utf8)) != nil else {
            throw ValidationError("--ca-file: \(caFile) does not contain a certificate (PEM)")
        }
    }
}
