import TextFormats
import WebServer

/// An error response in one of Dropbox's formats.
struct StubErrorResponse: Error, Sendable {
    let response: WebResponse
    /// The error's nested tags, outermost first; empty unless it is an error of the route.
    var tags: [StaticString] = []

    /// 400 with plain text: the request itself is wrong.
    static func badRequest(_ text: String) -> StubErrorResponse {
        StubErrorResponse(response: .text(text, status: 400))
    }

    /// 409: an error of the route, as nested tags, outermost first.
    static func conflict(_ tags: StaticString...) -> StubErrorResponse {
        var json = JSONWriter()
        json.object {
            $0.member("error_summary", tags.map { "\($0)/" }.joined() + "..")
            writeError(tags[...], as: "error", to: &$0)
        }
        return StubErrorResponse(response: .json(json.bytes, status: 409), tags: tags)
    }

    /// Writes nested unions without values: `{".tag": "path", "path": {".tag": "not_found"}}`.
    static func writeError(
        _ tags: ArraySlice<StaticString>, as name: StaticString, to json: inout JSONWriter
    ) {
        guard let tag = tags.first else { return }
        json.object(name) {
            $0.member(".tag", "\(tag)")
            writeError(tags.dropFirst(), as: tag, to: &$0)
        }
    }

    /// 404 with JSON, since the official clients expect an `error` member.
    static func unknownFunction(_ name: String) -> StubErrorResponse {
        StubErrorResponse(
            response: .json(status: 404) {
                $0.member("error_summary", "Unknown API function: \"\(name)\"")
                $0.object("error") { $0.member(".tag", "other") }
            })
    }

    /// 401: the token is invalid, has expired, or lacks a scope.
    static func unauthorized(_ tag: StaticString, scope: String? = nil) -> StubErrorResponse {
        StubErrorResponse(
            response: .json(status: 401) {
                $0.member("error_summary", "\(tag)/.")
                $0.object("error") {
                    $0.member(".tag", "\(tag)")
                    if let scope {
                        $0.member("required_scope", scope)
                    }
                }
            })
    }

    /// 422: the `Dropbox-API-Path-Root` header names a root that is not the account's.
    static func invalidRoot(_ present: StubRootInfo) -> StubErrorResponse {
        pathRoot("invalid_root") { present.write(as: "invalid_root", to: &$0) }
    }

    /// 422: the `Dropbox-API-Path-Root` header names a namespace that the account cannot see.
    static var hiddenNamespace: StubErrorResponse { pathRoot("no_permission") { _ in } }

    private static func pathRoot(
        _ tag: StaticString, _ content: (inout JSONWriter) -> Void
    ) -> StubErrorResponse {
        StubErrorResponse(
            response: .json(status: 422) {
                $0.member("error_summary", "\(tag)/..")
                $0.object("error") {
                    $0.member(".tag", "\(tag)")
                    content(&$0)
                }
            })
    }

    /// 400 of the token endpoint, whose errors are JSON (RFC 6749, 5.2).
    static func grant(_ error: String, _ description: String) -> StubErrorResponse {
        StubErrorResponse(
            response: .json(status: 400) {
                $0.member("error", error)
                $0.member("error_description", description)
            })
    }
}
