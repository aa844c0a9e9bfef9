import TextFormats
import WebServer

extension WebResponse {
    /// A JSON response.
    ///
    /// Its content type has no charset, because the official Python client compares the whole
    /// value.
    static func json(_ bytes: [UInt8], status: Int = 200) -> WebResponse {
        WebResponse(
            status: status, headers: [("Content-Type", "application/json")], body: WebBody(bytes))
    }

    static func json(
        status: Int = 200, _ members: (inout JSONWriter) -> Void
    ) -> WebResponse {
        json(JSONWriter.object(members), status: status)
    }
}
