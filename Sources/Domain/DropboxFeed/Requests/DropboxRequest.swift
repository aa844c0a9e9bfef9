import HTTPGateway
import PhotoFeed
import TextFormats

/// The common part of Dropbox's requests: POST, an answer in JSON, errors in Dropbox's notation.
///
/// All of these requests only read, so it is safe to send one twice.
protocol DropboxRequest: HTTPRequest {
    /// The route, as in errors and in the address: `files/list_folder`.
    var route: String { get }
}

extension DropboxRequest {
    /// Always POST.
    public var method: HTTPMethod { .post }
    /// The route, after the version of the API.
    public var path: String { "2/" + route }
    /// The maximum length of a listing's page in bytes; half a million deletions fit.
    var pageBytes: Int { 20 << 20 }
    /// Always `true`, because the requests only read.
    public var isRepeatable: Bool { true }

    /// Returns `error` with Dropbox's description from the body as its cause.
    ///
    /// A 401 that another token would not prevent gets the code `.accessRefused`, so that the host
    /// does not request one.
    public func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError {
        let apiError = DropboxAPIError(body: response.bytes)
        guard error.code == .unauthorized, apiError.concernsAccess else {
            return error.caused(by: apiError)
        }
        return HTTPError(
            .accessRefused, error.reason, phase: error.phase, cause: apiError, response: response)
    }

    /// Reads `text`; an error names the route.
    func parse<Value>(
        _ text: some Collection<UInt8>,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(FeedError) -> Value {
        do throws(JSONError) {
            return try JSONReader.read(text, body)
        } catch {
            throw FeedError(
                .malformedAnswer, "the response to \(route) is malformed: \(error)", cause: error)
        }
    }
}

extension HTTPError.Code {
    /// The server refuses the access itself, not the token.
    static let accessRefused = Self(
        "accessRefused", advice: "grant the app the permission, or use another account")
}

extension DropboxAPIError {
    /// Whether the error concerns the rights of the user or of the app, which a token inherits.
    fileprivate var concernsAccess: Bool {
        switch tags.first {
        case "missing_scope", "route_access_denied", "user_suspended", "invalid_select_user",
            "invalid_select_admin":
            true
        default: false
        }
    }
}
