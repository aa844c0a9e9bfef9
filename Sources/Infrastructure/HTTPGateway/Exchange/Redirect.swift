/// Follows redirects in place of the transfer library, which would send secrets to the new address.
///
/// Redirects are followed for safe methods only, to http and https only, and never from https to
/// http. After a redirect to another origin, the credential is not sent again, and only the header
/// fields that reveal nothing about the user are sent. A request with a body is not redirected to
/// another origin.
struct Redirect {
    static let statuses: HTTPStatusSet = [301, 302, 303, 307, 308]

    /// The fields that may be sent to another origin.
    private static let harmless: Set<String> = [
        "accept", "accept-language", "user-agent", "range", "if-range",
    ]

    private var count = 0
    private(set) var hasLeftOrigin = false

    /// Whether a redirect was followed.
    var isFollowed: Bool { count > 0 }

    /// Returns the address that the redirect leads to.
    mutating func follow(
        _ response: HTTPResponse, of request: some HTTPRequest, from url: HTTPURL, limit: Int
    ) throws(HTTPError) -> HTTPURL {
        let method = request.method
        // A 303 requests a GET in place of the request (RFC 9110, 15.4.4), whose response differs.
        guard response.status != 303 || method == .get || method == .head else {
            throw refusal("a 303 response applies to GET and HEAD only, not to \(method)", response)
        }
        guard method.isSafe else {
            throw refusal("\(method) must not be repeated at another address", response)
        }
        let locations = response.headers.values(of: "location")
        guard let location = locations.first, locations.count == 1 else {
            throw refusal("it has no Location field, or several", response)
        }
        guard count < limit else {
            throw HTTPError(
                .tooManyRedirects, "the request was redirected more than \(limit) times",
                phase: .handling, response: response)
        }
        count += 1
        let target: HTTPURL
        do {
            target = try url.resolving(location)
        } catch {
            throw refusal(error.reason, response)
        }
        guard target.origin.isSecure || !url.origin.isSecure else {
            throw refusal("it leads from https to http", response)
        }
        if target.origin != url.origin {
            guard case .none = request.body.source else {
                throw refusal("it leads to another origin, which must not get the body", response)
            }
            hasLeftOrigin = true
        }
        return target
    }

    func strip(_ headers: inout HTTPHeaders) {
        if hasLeftOrigin { headers = headers.keeping(Self.harmless) }
    }

    private func refusal(_ reason: String, _ response: HTTPResponse) -> HTTPError {
        HTTPError(
            .redirectRefused, "a redirect was not followed: \(reason)", phase: .handling,
            response: response)
    }
}
