/// A response before it is sent.
struct RouteResponse: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// A part of a file of the served folder, read while it is sent.
        case file(DiskFile, Range<Int>)
    }

    var status = 200
    var headers: [(name: String, value: String)] = []
    var body = Body.bytes([])

    /// A JSON response.
    ///
    /// Its content type has no charset, because the official Python client compares the whole
    /// value.
    static func json(_ bytes: [UInt8], status: Int = 200) -> RouteResponse {
        RouteResponse(
            status: status, headers: [("Content-Type", "application/json")], body: .bytes(bytes))
    }

    static func json(
        status: Int = 200, _ members: (inout JSONWriter) -> Void
    ) -> RouteResponse {
        json(JSONWriter.object(members), status: status)
    }

    static func text(_ text: String, status: Int) -> RouteResponse {
        RouteResponse(
            status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
            body: .bytes(Array(text.utf8)))
    }
}
