package import ArgumentParser

/// The options that select the server of a command and the token for it.
package struct ServerOptions: ParsableArguments {
    @OptionGroup package var endpoint: EndpointOption
    @OptionGroup package var certificates: CertificateOption
    @OptionGroup package var token: TokenOptions

    package init() {}

    /// Whether an option selects a server or a token, so that no account is needed.
    package var isGiven: Bool { endpoint.url != nil || token.isGiven }
}
