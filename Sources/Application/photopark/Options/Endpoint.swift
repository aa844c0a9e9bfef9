import ArgumentParser
import DropboxFeed
import HTTPGateway

/// A server that speaks like Dropbox, in place of all of Dropbox's hosts: https, or http on this machine.
struct Endpoint {
    let url: HTTPURL

    /// Whether it is on this machine.
    var isLoopback: Bool { url.origin.isLoopback }

    /// Whether it is Dropbox's, so that a token that is meant for Dropbox may go there.
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
            throw ValidationError("an endpoint has no query and no fragment")
        }
        guard url.origin.isTrustworthy else {
            throw ValidationError(
                "plain http would show the token to the network; use https (http is accepted for 127.0.0.1 and localhost only)"
            )
        }
        self.url = url
    }

    /// What a library calls this server: all on this machine are one, whatever port they got, and so are Dropbox's hosts.
    var name: String {
        if isLoopback { return "localhost" }
        if DropboxHosts.all.contains("https://\(url.origin.host)") { return DropboxHosts.name }
        let address = url.string.dropFirst("https://".count)
        return String(address.hasSuffix("/") ? address.dropLast() : address)
    }
}
