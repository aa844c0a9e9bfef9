package import ArgumentParser
import Foundation
import PhotoFeed
import Providers

/// The options that select the server of a command and the token for it.
package struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use this server instead of \(Providers.standard.displayName); https, or http on this "
                + "machine.",
            valueName: "URL"), transform: Endpoint.init(text:))
    package var endpoint: Endpoint?

    @Option(
        help: ArgumentHelp(
            "Trust the certificate authorities in FILE (PEM) instead of the system's.",
            valueName: "FILE"), completion: .file())
    package var caFile: UserPath?

    @OptionGroup package var token: TokenOptions

    package init() {}

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
