import HTTPGateway
import Spool

/// The request with the lines of some events.
struct EventRequest: HTTPRequest {
    let method = HTTPMethod.post
    let path = ""
    let body: HTTPBody
    /// The delivery repeats a request; a second layer would send it twice.
    let isRepeatable = false

    init(_ records: [SpoolRecord]) {
        var lines: [UInt8] = []
        for record in records {
            lines += EventRecord.line(of: record.bytes)
            lines.append(UInt8(ascii: "\n"))
        }
        body = .bytes(lines, type: "application/x-ndjson")
    }

    func handle(_ response: HTTPResponse) {}
}
