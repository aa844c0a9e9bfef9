import HTTPGateway
import JSONText
import PhotoFeed

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
    public func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError {
        error.caused(by: DropboxAPIError(body: response.bytes))
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
