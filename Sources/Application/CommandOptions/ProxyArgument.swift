import ArgumentParser
import Foundation
import HTTPGateway

/// A proxy as it is written on the command line and in environment variables.
///
/// The text may contain a password: no message repeats it.
enum ProxyArgument {
    static let form = "http://[USER:PASSWORD@]HOST[:PORT], https://… or socks5h://…"

    /// Parses `text`, in which the scheme `http` may be left out.
    ///
    /// - Throws: `ValidationError`, which names `source` and does not repeat the text.
    static func proxy(_ text: String, from source: String) throws -> HTTPProxy {
        // Scalars are compared: a colon and a combining mark behind it are one character.
        let parts = text.unicodeScalars.split(
            separator: "://".unicodeScalars, omittingEmptySubsequences: false
        ).map { String($0) }
        guard parts.count <= 2, var authority = parts.last else { throw error(source) }
        var scheme = parts.count == 2 ? parts[0].lowercased() : "http"
        // The proxy resolves the names in every case, as curl does for socks5h.
        if scheme == "socks5" || scheme == "socks" { scheme = "socks5h" }
        if authority.hasSuffix("/") { authority.removeLast() }
        var user: String?
        var password: String?
        let scalars = authority.unicodeScalars
        if let at = scalars.lastIndex(of: "@") {
            let access = scalars[..<at].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false
            ).map { String($0) }
            authority = String(scalars[scalars.index(after: at)...])
            user = try decoded(access[0], source)
            password = try access.count == 2 ? decoded(access[1], source) : nil
        }
        let proxy = HTTPProxy(
            url: "\(scheme)://\(authority)", user: user,
            password: password.map { HTTPProxy.Secret($0) })
        do { _ = try proxy.origin() } catch { throw Self.error(source) }
        return proxy
    }

    private static func decoded(_ text: String, _ source: String) throws -> String {
        guard let decoded = text.removingPercentEncoding, !decoded.contains("\0") else {
            throw error(source)
        }
        return decoded
    }

    private static func error(_ source: String) -> ValidationError {
        ValidationError("\(source): a proxy is \(form)")
    }
}
