import TextFormats
import WebServer

extension WebResponse {
    /// The fields of every response.
    ///
    /// The page may load scripts, styles, pictures and data from its own origin only, nothing
    /// inline, and no other page may embed it or read its pictures.
    private static let securityFields = FixedFields([
        (
            "Content-Security-Policy",
            [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
                "media-src 'self'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'",
                "frame-ancestors 'none'", "require-trusted-types-for 'script'",
                "trusted-types 'none'",
            ].joined(separator: "; ")
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ])

    /// The response with the fields of every response; nothing is stored without another rule.
    func secured() -> WebResponse {
        var response = self
        response.fixedHeaders = Self.securityFields
        if header("cache-control") == nil { response.headers.append(("Cache-Control", "no-store")) }
        return response
    }

    /// A response whose body is JSON.
    static func json(_ bytes: [UInt8]) -> WebResponse {
        WebResponse(
            headers: [("Content-Type", "application/json; charset=utf-8")], body: WebBody(bytes))
    }

    /// The response to a refused request.
    init(_ refusal: RequestGuard.Refusal) {
        switch refusal {
        case .method(let allowed):
            self = .text("this path has other methods", status: 405)
            headers.append(("Allow", allowed))
        case .origin: self = .text("another site or port has sent the request", status: 403)
        case .session:
            self = .text("open the address that photopark serve has printed", status: 401)
        }
    }
}
