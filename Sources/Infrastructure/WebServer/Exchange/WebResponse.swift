/// A response: its status, its header fields and its body.
///
/// The server adds `Content-Length` and `Date`. It sends no body in response to `HEAD`, and with
/// the statuses 204 and 304.
package struct WebResponse: Sendable {
    /// The status.
    package var status: Int
    /// The header fields in the order in which they are sent.
    ///
    /// A field whose name is not a valid token is omitted.
    package var headers: [(name: String, value: String)]
    /// The fields behind them that other responses have, too.
    package var fixedHeaders = FixedFields()
    /// The body.
    package var body: WebBody

    /// Creates a response.
    package init(
        status: Int = 200, headers: [(name: String, value: String)] = [],
        body: WebBody = WebBody([])
    ) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response in plain text.
    package static func text(_ text: String, status: Int = 200) -> WebResponse {
        WebResponse(
            status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
            body: WebBody(Array(text.utf8)))
    }

    /// Returns the value of the first of `headers` with this name in lower case; `nil` if there is
    /// none.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name }?.value
    }
}
