import ArgumentParser
import Foundation

/// A server that speaks like Dropbox, in place of all of Dropbox's hosts: https, or http on this machine.
struct Endpoint: ExpressibleByArgument {
    let url: URL
    /// Whether it is on this machine.
    let isLoopback: Bool

    var defaultValueDescription: String { url.absoluteString }

    init?(argument: String) {
        guard let components = URLComponents(string: argument), let host = components.host,
            !host.isEmpty,
            components.user == nil, components.password == nil, components.query == nil,
            components.fragment == nil,
            let url = components.url
        else { return nil }
        let isLoopback = ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host.lowercased())
        switch components.scheme?.lowercased() {
        case "https": break
        case "http" where isLoopback: break
        default: return nil
        }
        self.url = url
        self.isLoopback = isLoopback
    }
}
