import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

/// Finds the folder of an account of a Nextcloud or ownCloud server whose host alone is known.
///
/// A business-logic service, confined to the scheduler of its hosts.
///
/// It asks what the clients of these servers ask: `status.php`, by which such a server identifies
/// itself, and the well-known address of CardDAV (RFC 6764, 5), which these servers redirect to
/// `remote.php/dav/`. RFC 4918 and the registry of well-known addresses have none for files.
@Schedulable
final class WebDAVLocator: AccountLocator {
    private let url: HTTPURL
    private let user: String
    /// The host at `url`, which gets no credential.
    private let host: any APIHost

    /// Creates a locator of the account of `user`, which sends its requests to `host` at `url`.
    init(host: any APIHost, url: HTTPURL, user: String) {
        self.host = host
        self.url = url
        self.user = user
    }

    /// Returns a signal of the addresses; see `AccountLocator`.
    func addresses() -> Signal<[HTTPURL], Never> {
        let (url, user) = (url, user)
        // A complete address needs no request.
        guard !url.path.contains("/remote.php/") else { return .just([url]) }
        return asking(WebDAVStatusProbe()).flatMap(.concat) { [self] isCloud in
            if isCloud == true { return .just(Self.folders(of: user, below: url)) }
            // A path is given on purpose; a well-known address belongs to the whole origin.
            guard url.path == "/" else { return .just([url]) }
            return asking(WebDAVWellKnownProbe(origin: url.origin)).map { found in
                (found?.map { Self.folders(of: user, below: $0) } ?? []) + [url]
            }
        }
    }

    /// Passes the output on; `nil` for a request that fails.
    private func asking<Request: HTTPRequest>(
        _ request: Request
    ) -> Signal<Request.Output?, Never> {
        host.output(of: request).map { Optional($0) }.catch { _ in .just(nil) }
    }

    /// The addresses of a user's files below that of a server: the one with the identifier of the
    /// user, and the older one, which serves the user who signs in, also by an e-mail address.
    static func folders(of user: String, below server: HTTPURL) -> [HTTPURL] {
        [
            server.appending(path: "remote.php/dav/files/\(user)"),
            server.appending(path: "remote.php/webdav"),
        ]
    }
}

/// Asks whether a Nextcloud or ownCloud server is at an address.
struct WebDAVStatusProbe: HTTPRequest {
    var path: String { "status.php" }
    var destination: HTTPDestination<Bool> { .memory(limit: 64 << 10) }
    var options: HTTPOptions { .webDAVLocator(redirects: 0) }

    /// Returns whether the answer is the JSON of such a server.
    ///
    /// It is a hint only: the folder of the account has to accept the password.
    func handle(_ response: HTTPResponse) -> Bool {
        let text = response.text.filter { !$0.isWhitespace }
        return text.hasPrefix("{") && text.contains("\"installed\":true")
            && text.contains("\"version")
    }
}

/// Asks where the well-known address of CardDAV leads.
struct WebDAVWellKnownProbe: HTTPRequest {
    /// The origin of the server.
    let origin: HTTPOrigin

    var path: String { ".well-known/carddav" }
    /// Whatever the answer at the end is, its address counts.
    var accepted: HTTPStatusSet { HTTPStatusSet(200...299, 400...499) }
    var destination: HTTPDestination<HTTPURL?> { .memory(limit: 64 << 10) }
    var options: HTTPOptions { .webDAVLocator(redirects: 3) }

    /// Returns the address above `remote.php/dav/` at the same origin; `nil` for another one.
    func handle(_ response: HTTPResponse) -> HTTPURL? {
        guard response.head.url.origin == origin else { return nil }
        return WebDAVServerBase.address(above: response.head.url)
    }
}

extension HTTPOptions {
    /// The options of a request that looks for a server.
    fileprivate static func webDAVLocator(redirects: Int) -> HTTPOptions {
        HTTPOptions {
            $0.deadline = .seconds(30)
            $0.totalDeadline = .seconds(30)
            $0.redirects = redirects
        }
    }
}
