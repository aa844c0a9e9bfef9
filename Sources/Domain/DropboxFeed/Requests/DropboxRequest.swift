import HTTPGateway
import JSONReading
import PhotoFeed

/// What all of Dropbox's requests share: POST, an answer in JSON, errors in Dropbox's shapes.
///
/// All of those here only read, so that sending one twice is as good as once.
protocol DropboxRequest: HTTPRequest {
    /// The route, as errors and the address name it: `files/list_folder`.
    var route: String { get }
}

extension DropboxRequest {
    /// POST.
    public var method: HTTPMethod { .post }
    /// The route, behind the version of the interface.
    public var path: String { "2/" + route }
    /// The most bytes of a page of a listing: half a million deletions fit.
    var pageBytes: Int { 20 << 20 }
    /// Yes.
    public var isRepeatable: Bool { true }

    /// Adds what Dropbox says about it in the body.
    public func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError {
        error.caused(by: DropboxFault(body: response.bytes))
    }

    /// Reads `text`, and names the route in what is wrong with it.
    func parse<Value>(
        _ text: some Collection<UInt8>,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(FeedError) -> Value {
        do throws(JSONError) {
            return try JSONReader.read(text, body)
        } catch {
            throw FeedError(
                .malformedAnswer, "the answer to \(route) is malformed: \(error)", cause: error)
        }
    }
}
