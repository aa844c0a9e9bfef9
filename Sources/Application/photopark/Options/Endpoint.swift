import ArgumentParser
import DropboxFeed
import HTTPGateway

/// The address of a server that speaks like Dropbox, used for all of Dropbox's hosts.
///
/// The scheme is https; http is accepted for this machine only.
struct Endpoint {
    let url: HTTPURL

    /// Whether the endpoint is on this machine.
    var isLoopback: Bool { url.origin.isLoopback }

    /// Whether the endpoint belongs to Dropbox, so that it may receive a token for Dropbox.
    var isDropbox: Bool {
        [".dropbox.com", ".dropboxapi.com"].contains { ".\(url.origin.host)".hasSuffix($0) }
    }

    /// Parses the address `text`.
    ///
    /// - Throws: `ValidationError` with the reason.
    init(text: String) throws {
        let url: HTTPURL
        do { url = try HTTPURL(text) } catch {
            throw ValidationError(error.reason)
        }
        guard url.query == nil, !text.contains("#") else {
            throw ValidationError("an endpoint must not have a query or a fragment")
        }
        guard url.origin.isTrustworthy else {
            throw ValidationError(
                "plain http would expose the token to the network: use https (http is accepted "
                    + "for 127.0.0.1 and localhost only)"
            )
        }
        self.url = url
    }

    /// The name of this server in a library.
    ///
    /// All endpoints on this machine share one name, whatever their port is. So do Dropbox's hosts.
    var name: String {
        if isLoopback { return "localhost" }
        if DropboxHosts.all.contains("https://\(url.origin.host)") { return DropboxHosts.name }
        let address = url.string.dropFirst("https://".count)
        return String(address.hasSuffix("/") ? address.dropLast() : address)
    }
}
