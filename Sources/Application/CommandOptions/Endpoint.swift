import ArgumentParser
package import HTTPGateway

/// The address of a server with the API of a provider, used for all of the provider's hosts.
package struct Endpoint {
    package let url: HTTPURL

    /// Whether the endpoint is on this machine.
    package var isLoopback: Bool { url.origin.isLoopback }

    /// Parses the address `text`.
    ///
    /// - Throws: `ValidationError` with the reason.
    package init(text: String) throws {
        let url: HTTPURL
        do { url = try HTTPURL(text) } catch {
            throw ValidationError(error.reason)
        }
        guard url.query == nil, !text.contains("#") else {
            throw ValidationError("an endpoint must not have a query or a fragment")
        }
        self.url = url
    }
}
