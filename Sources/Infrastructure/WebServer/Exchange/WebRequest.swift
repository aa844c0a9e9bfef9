import HTTPTypes
import HummingbirdCore

/// A request whose head has arrived, and whose body is still to be read.
package struct WebRequest: Sendable {
    /// The method, such as `GET`.
    package let method: String
    /// The path without the query, percent-encoded as it was sent.
    package let path: String
    /// The query without its question mark; empty if there is none.
    ///
    /// `decodedForm(_:)` parses it.
    package let query: String
    /// The header fields, without the `Host` field.
    package let headers: WebFields
    /// The body, which can be read once.
    package let body: WebRequestBody

    init(_ request: Request) {
        method = request.method.rawValue
        path = request.uri.path
        query = request.uri.query ?? ""
        headers = WebFields(request.headers)
        body = WebRequestBody(request.body)
    }
}
