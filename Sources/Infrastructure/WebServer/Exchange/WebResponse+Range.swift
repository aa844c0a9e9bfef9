extension WebResponse {
    /// Turns a complete response into one for a part of its body (RFC 9110, 14).
    ///
    /// The result is 206 with the part, or 416 if the body does not contain it. The response stays
    /// complete without a range, if there are several, if the body has no length, or if
    /// `condition` does not match the response's `ETag` or `Last-Modified`.
    ///
    /// ```swift
    /// response.select(request.headers["range"], if: request.headers["if-range"])
    /// ```
    ///
    /// - Parameters:
    ///   - range: the value of the `Range` field of a GET request.
    ///   - condition: the value of its `If-Range` field. A weak tag never matches.
    package mutating func select(_ range: String?, if condition: String? = nil) {
        guard status == 200, let length = body.length else { return }
        headers.append(("Accept-Ranges", "bytes"))
        guard condition == nil || condition == strongTag || condition == header("last-modified")
        else { return }
        switch ByteRange.parse(range, size: length) {
        case .whole: return
        case .part(let part): narrow(to: part, of: length)
        case .unsatisfiable:
            status = 416
            headers.append(("Content-Range", "bytes */\(length)"))
            body = WebBody([])
        }
    }

    /// Turns a complete response into one for `part` of a body of `length` bytes.
    package mutating func narrow(to part: Range<Int>, of length: Int) {
        status = 206
        headers.append(
            ("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"))
        body = body[part]
    }

    private var strongTag: String? {
        header("etag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
    }
}
