import Originals
import Scheduling
import WebServer

extension WebResponse {
    /// The number of bytes of an original that are read at once.
    private static let partSize: Int64 = 256 << 10

    /// The response with an original or the movie in it, or with the requested part of that.
    ///
    /// A browser keeps it, and asks whether it is still the same. A format that browsers do not
    /// show is offered as a download.
    ///
    /// - Parameter feed: the scheduler on which the file is read.
    init(
        _ original: ServedFeed.Original, isDownload: Bool, to request: WebRequest,
        on feed: SchedulerBound<ServedFeed>
    ) {
        let (file, served) = (original.file, original.range)
        let tag = "\"\(file.version)\""
        let caching: [(name: String, value: String)] = [
            ("Cache-Control", "private, no-cache"), ("ETag", tag),
        ]
        if request.headers["if-none-match"].map({ isListed(tag, in: $0) }) == true {
            self.init(status: 304, headers: caching)
            return
        }
        let type = OriginalType.name(of: original.start)
        var headers = [(name: "Content-Type", value: type ?? "application/octet-stream")] + caching
        if isDownload || type == nil {
            headers.append(("Content-Disposition", Self.attachment(named: file.name)))
        }
        let body = WebBody(length: served.count) { range, writer in
            var position = served.lowerBound + Int64(range.lowerBound)
            let end = served.lowerBound + Int64(range.upperBound)
            while position < end {
                let part = position..<min(position + Self.partSize, end)
                let bytes = try await feed.run { _ in try file.bytes(in: part) }
                try await writer.write(bytes)
                position = part.upperBound
            }
        }
        self.init(headers: headers, body: body)
        // A range has a meaning in a GET request only.
        let range = request.method == "GET" ? request.headers["range"] : nil
        select(range, if: request.headers["if-range"])
    }

    /// The value that lets a browser store a response as a file (RFC 6266 and RFC 8187).
    static func attachment(named name: String) -> String {
        func isPlain(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "-._~".utf8.contains(byte)
        }
        let ascii = name.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "_") }
        let escaped = name.utf8.map { byte in
            if isPlain(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (byte < 16 ? "0" : "") + digits
        }
        return "attachment; filename=\"\(String(decoding: ascii, as: UTF8.self))\"; "
            + "filename*=UTF-8''\(escaped.joined())"
    }
}

/// Whether an `If-None-Match` field lists a tag.
func isListed(_ tag: String, in field: String) -> Bool {
    field.split(separator: ",").contains { $0.trimmingPrefix(" ") == tag }
}
