/// Feeds bytes to the parsers that read what servers send; the first byte chooses which.
///
/// Beyond not crashing, each has something to keep: an address stays what it is when it is read again;
/// no header field that is let through holds a control character; a wait is never negative; JSON that can
/// be read value by value can be skipped.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGatewayParsers(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    let input = UnsafeBufferPointer(start: data, count: size)
    guard let choice = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    switch choice {
    case UInt8(ascii: "u"): fuzzAddress(rest)
    case UInt8(ascii: "h"): fuzzHead(rest)
    // Not a copy: the reader must not look behind the end of the memory that it is given.
    case UInt8(ascii: "j"): fuzzJSON(UnsafeBufferPointer(rebasing: input.dropFirst()))
    default: fuzzRetryAfter(rest)
    }
    return 0
}

private func fuzzAddress(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for url in [try? HTTPURL(text), try? HTTPURL("http://a/b/c/d;p?q").resolving(text)].compactMap(
        \.self)
    {
        let again = try? HTTPURL(url.string)
        precondition(again == url, "an address changes when it is read again")
        precondition(
            url.string.utf8.allSatisfy { $0 > 32 && $0 < 127 }, "an address holds a strange byte")
        precondition(url.path.utf8.first == UInt8(ascii: "/"), "a path does not begin with a slash")
        _ = url.appending(path: "x y", query: [HTTPQueryItem("k", "v")])
    }
}

/// One head after another, by a parser that knows the one before and by one that knows nothing; then all of it again.
private func fuzzHead(_ bytes: [UInt8]) {
    guard let url = try? HTTPURL("http://a/") else { return }
    var parser = HeadParser()
    for _ in 0..<2 {
        var fresh = HeadParser()
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
            let step = take(bytes[start..<end], &parser)
            precondition(step == take(bytes[start..<end], &fresh), "a head is remembered wrongly")
            precondition(parser.contentLength == fresh.contentLength, "a length is made up")
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
            && head.headers == fresh.headers, "a head that is like another is read as another")
    precondition((100..<600).contains(head.status), "a status is out of range")
    for (name, value) in head.headers.fields {
        precondition(!name.isEmpty, "a field has no name")
        precondition(
            value.utf8.allSatisfy(\.isFieldValueByte), "a field holds a control character")
        _ = head.headers.values(of: name)
    }
}

private func fuzzRetryAfter(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for date in [nil, "Sun, 06 Nov 1994 08:49:37 GMT", text] {
        if let wait = RetryAfter.read(text, date: date) {
            precondition(wait >= .zero && wait <= .seconds(365 * 86_400), "a wait is out of range")
        }
    }
}

private func fuzzJSON(_ bytes: UnsafeBufferPointer<UInt8>) {
    let walked = Result { () throws(JSONError) in try JSONReader.read(bytes, walk) }
    let skipped = Result { () throws(JSONError) in
        try JSONReader.read(bytes) { reader throws(JSONError) in try reader.skip() }
    }
    if case .success = walked, case .failure(let error) = skipped {
        preconditionFailure("what can be read cannot be skipped: \(error)")
    }
    for case .failure(let error) in [walked, skipped] { _ = "\(error)" }
}

private func walk(_ reader: inout JSONReader) throws(JSONError) {
    switch try reader.kind() {
    case .object:
        try reader.object { reader, field throws(JSONError) in
            precondition(
                !field.isASCII || field.utf8.allSatisfy { $0 < 0x80 }, "a name is not ASCII")
            try walk(&reader)
        }
    case .array: try reader.array(walk)
    case .string: _ = try reader.string()
    case .scalar:
        if try reader.null() { return }
        if let first = reader.peek(), first == UInt8(ascii: "t") || first == UInt8(ascii: "f") {
            _ = try reader.boolean()
        } else {
            _ = try reader.double()
        }
    }
}
