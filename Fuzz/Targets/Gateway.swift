@testable import HTTPGateway

// Parsers of the gateway: addresses of servers and proxies, heads, waits, ranges, notes of
// downloads.

/// Checks that an address stays the same when it is parsed again.
///
/// An appended path must stay below the address.
func fuzzAddress(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for url in [try? HTTPURL(text), try? HTTPURL("http://a/b/c/d;p?q").resolving(text)].compactMap(
        \.self)
    {
        let again = try? HTTPURL(url.string)
        precondition(again == url, "an address changes when it is parsed again")
        precondition(
            url.string.utf8.allSatisfy { $0 > 32 && $0 < 127 },
            "an address contains an invalid byte")
        precondition(url.path.utf8.first == UInt8(ascii: "/"), "a path does not begin with a slash")
        let appended = url.appending(path: text, query: [HTTPQueryItem("k", "v")])
        precondition((try? HTTPURL(appended.string)) == appended, "an appended address changes")
        precondition(appended.origin == url.origin, "an appended path leaves the origin")
        let base = url.path.utf8.last == UInt8(ascii: "/") ? url.path : url.path + "/"
        precondition(
            (appended.path + "/").hasPrefix(base), "an appended path is not below the path")
    }
}

/// Checks that a proxy is the same when its scheme, host and port are parsed again.
func fuzzProxy(_ bytes: [UInt8]) {
    let proxy = HTTPProxy(url: String(decoding: bytes, as: UTF8.self))
    guard let origin = try? proxy.origin() else { return }
    let text = origin.description
    precondition(
        ["http", "https", "socks5h"].contains(origin.scheme), "a proxy has another scheme")
    precondition((1...65_535).contains(origin.port), "a port is out of range")
    precondition(
        text.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "@") },
        "a proxy contains an invalid byte")
    precondition(
        (try? HTTPProxy(url: text).origin()) == origin, "a proxy changes when it is parsed again")
}

/// Checks that no accepted header field contains a control character.
///
/// Heads are parsed one after another, by a parser that is reused and by a new one for each head,
/// and then all of them again. Both parsers must agree.
func fuzzHead(_ bytes: [UInt8]) {
    guard let url = try? HTTPURL("http://a/") else { return }
    var parser = HeadParser()
    for _ in 0..<2 {
        var fresh = HeadParser()
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
            let step = take(bytes[start..<end], &parser)
            precondition(
                step == take(bytes[start..<end], &fresh), "a cached head differs from a fresh one")
            precondition(
                parser.contentLength == fresh.contentLength, "a length differs from a fresh one")
            if step == .complete { check(parser.head(from: url), beside: fresh.head(from: url)) }
            if step == nil || step == .complete {
                parser.restart()
                fresh = HeadParser()
            }
            start = end
        }
        parser.restart()
    }
}

private func take(_ line: ArraySlice<UInt8>, _ parser: inout HeadParser) -> HeadParser.Step? {
    line.withUnsafeBytes { line in try? parser.consume(line) }
}

private func check(_ head: HTTPResponseHead, beside fresh: HTTPResponseHead) {
    precondition(
        head.status == fresh.status && head.version == fresh.version
            && head.headers == fresh.headers, "a head is parsed like a similar one")
    precondition((100..<600).contains(head.status), "a status is out of range")
    for (name, value) in head.headers.fields {
        precondition(!name.isEmpty, "a field has no name")
        precondition(
            value.utf8.allSatisfy(\.isFieldValueByte), "a field contains a control character")
        _ = head.headers.values(of: name)
    }
}

/// Checks that a wait is not negative, and at most 365 days.
func fuzzRetryAfter(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for date in [nil, "Sun, 06 Nov 1994 08:49:37 GMT", text] {
        if let wait = RetryAfter.read(text, date: date) {
            precondition(wait >= .zero && wait <= .seconds(365 * 86_400), "a wait is out of range")
        }
    }
}

/// Checks that an accepted range contains a byte after its start, and is written in digits only.
func fuzzContentRange(_ bytes: [UInt8]) {
    guard let url = try? HTTPURL("http://a/"), let first = bytes.first else { return }
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let start = Int64(first)
    for field in [text, "bytes \(start)-\(text)"] {
        var headers = HTTPHeaders()
        headers.add("Content-Range", field)
        let head = HTTPResponseHead(status: 206, headers: headers, url: url)
        guard let length = head.wholeLength(from: start) else { continue }
        precondition(length > start, "a range is empty")
        let expected = ["\(length)", "*"].map { "/\($0)" }
        precondition(
            expected.contains { headers["content-range"]?.hasSuffix($0) == true }
                || head.isPadded(length), "the length of a range is wrong")
    }
}

extension HTTPResponseHead {
    /// Whether the length is written with leading zeros, such as `007`.
    fileprivate func isPadded(_ length: Int64) -> Bool {
        guard let told = headers["content-range"]?.split(separator: "/").last else { return false }
        return told.utf8.allSatisfy { (48...57).contains($0) } && Int64(told) == length
    }
}

/// Checks that an accepted note stays the same when it is written and parsed again.
func fuzzResumeNote(_ bytes: [UInt8]) {
    guard let note = ResumeNote(bytes: bytes) else { return }
    precondition(note.length > 0, "a note has a length of zero")
    precondition(
        ResumeNote(bytes: note.bytes) == note, "a note changes when it is written and read")
    precondition(
        note.validator.utf8.allSatisfy(\.isFieldValueByte), "a validator is not valid in a field")
    precondition(note.shortened(to: 1).length == 1, "a note is not shortened")
    for count in 0..<note.bytes.count {
        precondition(
            ResumeNote(bytes: Array(note.bytes.prefix(count))) == nil,
            "a truncated note is accepted")
    }
}
