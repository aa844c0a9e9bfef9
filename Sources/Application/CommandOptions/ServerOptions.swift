package import ArgumentParser
package import PhotoFeed
import Providers

/// The options that select the server of a command and the credential for it.
package struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The photo service: \(Providers.all.map(\.name).joined(separator: ", ")).",
            valueName: "PROVIDER"),
        transform: FeedProvider.init(argument:))
    package var provider: FeedProvider?

    @Option(
        help: ArgumentHelp(
            "Your user name, at a service that has passwords in place of tokens, such as WebDAV. "
                + "--token-file and --token-command then give the password; create an app "
                + "password if the server has such.",
            valueName: "NAME"))
    package var user: String?

    @OptionGroup package var endpoint: EndpointOption
    @OptionGroup package var certificates: CertificateOption
    @OptionGroup package var token: TokenOptions
    @OptionGroup package var network: NetworkOptions

    package init() {}

    /// Whether an option selects a server or a token, so that no account is needed.
    package var isGiven: Bool { provider != nil || endpoint.url != nil || token.isGiven }

    /// The photo service.
    package var service: FeedProvider { provider ?? Providers.standard }

    package func validate() throws {
        try endpoint.check(for: service)
        switch service.credentialForm {
        case .accessToken:
            if user != nil {
                throw ValidationError("\(service.displayName) has tokens: remove --user")
            }
        case .password:
            guard endpoint.url != nil, user?.isEmpty == false else {
                throw ValidationError("\(service.displayName) needs --endpoint and --user")
            }
            // Basic authentication ends the user name with the first colon (RFC 7617, 2).
            if user?.utf8.contains(UInt8(ascii: ":")) == true {
                throw ValidationError("a user name must not contain a colon")
            }
        }
    }

    /// The credential with `secret`, in the form of the service.
    package func credential(_ secret: String) -> FeedCredential {
        switch service.credentialForm {
        case .accessToken: FeedCredential(secret: secret)
        case .password: FeedCredential(user: user ?? "", password: secret)
        }
    }
}
