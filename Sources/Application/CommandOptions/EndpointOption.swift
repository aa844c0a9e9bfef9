import ArgumentParser
package import HTTPGateway
import PhotoFeed
import Providers

/// `--endpoint URL`: the server that is used instead of the provider's hosts.
package struct EndpointOption: ParsableArguments {
    @Option(
        name: [.customLong("endpoint"), .customLong("url")],
        help: ArgumentHelp(
            "Use this server instead of \(Providers.standard.displayName); https, or http on this "
                + "machine.",
            valueName: "URL"), transform: Endpoint.init(text:))
    var endpoint: Endpoint?

    package init() {}

    /// The address of the server; `nil` for the provider's hosts.
    package var url: HTTPURL? { endpoint?.url }
}
