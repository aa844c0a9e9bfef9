import ArgumentParser
package import HTTPGateway
package import PhotoFeed
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

    @Flag(
        help: """
            Send the password over http to a server of your own network, although everybody on \
            the network can read and use it, and change what is sent and received. For servers \
            with a password only.
            """)
    var insecureHttp = false

    package init() {}

    /// The address of the server; `nil` for the provider's hosts.
    package var url: HTTPURL? { endpoint?.url }

    /// Whether a password is sent over http to another machine.
    package var usesInsecureHTTP: Bool {
        insecureHttp && url.map { !$0.origin.isTrustworthy } ?? false
    }

    /// Checks that `provider` may be used by the scheme of the address.
    package func check(for provider: FeedProvider) throws {
        guard let url, !url.origin.isTrustworthy else { return }
        switch (provider.credentialForm, insecureHttp) {
        case (.password, true): break
        case (.password, false):
            throw ValidationError(
                "plain http would show the password to everybody on the network: use https, or "
                    + "accept this with --insecure-http for a server of your own network")
        case (.accessToken, _):
            throw ValidationError(
                "plain http would expose the token to the network: use https (http is accepted "
                    + "for 127.0.0.1 and localhost only)")
        }
    }
}
