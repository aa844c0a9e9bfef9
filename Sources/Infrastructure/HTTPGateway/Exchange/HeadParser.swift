/// Puts the lines of a response's head together, and refuses what is no HTTP.
///
/// The transfer library has split the lines, and lets much through: NUL, bare carriage returns, lengths
/// that contradict one another. A later reader of these fields must not be fooled by them.
package struct HeadParser {
    package struct Limits {
        package var bytes = 65_536
        package var fields = 1_000
        package var interim = 20

        package init() {}
    }

    /// What a line was.
    package enum Step: Equatable { case field, interim, complete, trailer }

    private let limits: Limits
    private var status = 0
    private var version = ""
    private var block: [UInt8] = []
    private var fields = 0
    private var bytes = 0
    private var interim = 0
    private var length: Int64?
    private var isComplete = false

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// The announced length of the body, if there is one.
    package var contentLength: Int64? { length }

    /// The head, once it is complete.
    package func head(from url: HTTPURL) -> HTTPResponseHead {
        HTTPResponseHead(
            status: status, version: version, headers: HTTPHeaders(checkedBlock: block), url: url)
    }

    /// Takes one line, with or without its end.
    package mutating func consume(_ line: UnsafeRawBufferPointer) throws(HTTPError) -> Step {
        bytes += line.count
        guard bytes <= limits.bytes else {
            throw HTTPError(
                .headersTooLarge, "the header fields exceed \(limits.bytes) bytes",
                phase: .receiving)
        }
        var count = line.count
        if count > 0, line[count - 1] == 10 { count -= 1 }
        if count > 0, line[count - 1] == 13 { count -= 1 }
        let text = UnsafeRawBufferPointer(rebasing: line[..<count])
        if isComplete { return .trailer }
        if status == 0 {
            try readStatusLine(text)
            return .field
        }
        if text.isEmpty { return try finish() }
        try readField(text)
        return .field
    }

    private mutating func finish() throws(HTTPError) -> Step {
        guard (100..<200).contains(status) else {
            isComplete = true
            return .complete
        }
        interim += 1
        guard interim <= limits.interim, status != 101 else {
            throw malformed("there are too many interim responses")
        }
        status = 0
        block = []
        fields = 0
        length = nil
        return .interim
    }

    private mutating func readStatusLine(_ line: UnsafeRawBufferPointer) throws(HTTPError) {
        // HTTP/1.1 200 OK, or HTTP/2 200
        let space = line.firstIndex(of: 32) ?? line.count
        let code = line.dropFirst(space + 1).prefix { $0 != 32 }
        guard line.starts(with: "HTTP/".utf8), code.count == 3, code.allSatisfy(\.isDigit),
            code.first != UInt8(ascii: "0")
        else { throw malformed("its first line is no status line") }
        status = code.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        switch line[5..<space] {
        case let version where version.elementsEqual("1.1".utf8): self.version = "1.1"
        case let version where version.elementsEqual("1.0".utf8): self.version = "1.0"
        case let version where version.elementsEqual("2".utf8): self.version = "2"
        default: throw malformed("its version is unknown")
        }
        guard status < 600 else { throw malformed("its status is beyond 599") }
    }

    private mutating func readField(_ line: UnsafeRawBufferPointer) throws(HTTPError) {
        fields += 1
        guard fields <= limits.fields else {
            throw HTTPError(
                .headersTooLarge, "there are more than \(limits.fields) header fields",
                phase: .receiving)
        }
        // Bytes by index: this runs for every field of every response.
        var colon = 0
        while colon < line.count, line[colon].isTokenCharacter { colon &+= 1 }
        guard colon > 0, colon < line.count, line[colon] == UInt8(ascii: ":") else {
            throw malformed("a header field has no name")
        }
        var start = colon &+ 1
        var end = line.count
        while start < end, line[start].isBlank { start &+= 1 }
        while end > start, line[end &- 1].isBlank { end &-= 1 }
        // As most servers write it, the field is kept with one copy.
        let isPlain = start == colon &+ 2 && line[colon &+ 1] == 32 && end == line.count
        var bad: UInt8 = 0
        // Without an early exit, so that the compiler tests many bytes at once.
        for index in start..<end {
            let byte = line[index]
            bad |= (byte < 32 ? 1 : 0) & (byte != 9 ? 1 : 0) | (byte == 127 ? 1 : 0)
        }
        if bad != 0 { throw malformed("a header field holds a control character") }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        let value = UnsafeRawBufferPointer(rebasing: line[start..<end])
        if colon == 14, Self.isContentLength(name) { try readLength(value) }
        if block.isEmpty { block.reserveCapacity(512) }
        if isPlain {
            block.append(contentsOf: line)
        } else {
            block.append(contentsOf: name)
            block.append(UInt8(ascii: ":"))
            block.append(32)
            block.append(contentsOf: value)
        }
        block.append(13)
        block.append(10)
    }

    private static func isContentLength(_ name: UnsafeRawBufferPointer) -> Bool {
        let wanted: StaticString = "content-length"
        return wanted.withUTF8Buffer { wanted in
            wanted.indices.allSatisfy { name[$0].lowercased == wanted[$0] }
        }
    }

    private mutating func readLength(_ value: UnsafeRawBufferPointer) throws(HTTPError) {
        guard !value.isEmpty, value.count <= 18, value.allSatisfy(\.isDigit) else {
            throw malformed("its Content-Length is no number")
        }
        let announced = value.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        guard length == nil || length == announced else {
            throw malformed("it has two different Content-Lengths")
        }
        length = announced
    }

    private func malformed(_ what: String) -> HTTPError {
        HTTPError(.malformedResponse, "the response is no HTTP: \(what)", phase: .receiving)
    }
}
