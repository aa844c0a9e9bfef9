import WebServer

/// The checks of a request before it is routed.
///
/// The server has checked the `Host` field before. A page of another local port is of the same
/// *site*, and its requests carry the cookie: therefore only the same *origin* is accepted.
struct RequestGuard: Sendable {
    /// A refusal, with its status.
    enum Refusal: Error, Equatable {  // not a BoundaryError: an answer, which does not leave here
        /// 405: the method is not that of the path.
        case method(allowed: String)
        /// 403: another site or port has sent the request.
        case origin
        /// 401: the request has no valid cookie.
        case session
    }

    let origin: ServedOrigin
    /// Whether the request has the cookie of the owner or of a guest.
    let isSession: Bool

    /// The paths that need no cookie: they contain nothing of a library.
    let publicPaths: Set<String>

    /// Checks the head of a request.
    func check(
        _ method: String, _ path: String, field: (String) -> String?
    ) throws(Refusal) {
        let isSignIn = path == ServedPath.session
        guard isSignIn ? method == "POST" : method == "GET" || method == "HEAD" else {
            throw .method(allowed: isSignIn ? "POST" : "GET, HEAD")
        }
        switch field("sec-fetch-site") {
        // Programs other than browsers, and old browsers, send no such field.
        case nil, "same-origin": break
        // The user has typed or opened the address.
        case "none" where path == ServedPath.page: break
        default: throw .origin
        }
        if let origin = field("origin"), origin != self.origin.text { throw .origin }
        guard publicPaths.contains(path) || isSignIn || isSession else { throw .session }
    }
}
