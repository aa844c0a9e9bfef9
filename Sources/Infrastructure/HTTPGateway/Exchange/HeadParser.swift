/// Assembles the head of a response from its lines, and rejects data that is not HTTP.
///
/// The transfer library has split the lines, but accepts too much: NUL, bare carriage returns, and
/// lengths that contradict one another. They must not mislead a later reader of the fields.
///
/// A server repeats most fields in every response. A field that equals the field at the same
/// position of the last head is not parsed again. A head that equals the last one shares its bytes.
package struct HeadParser: ~Copyable {
    package struct Limits {
        package var bytes = 65_536
        package var fields = 1_000
        package var interim = 20

        package init() {}
    }

    /// The kind of a line.
    package enum Step: Equatable { case field, interim, complete, trailer }

    private var limits: Limits
    private var status = 0
    private var version = ""
    private var count = 0
    private var bytes = 0
    private var interim = 0
    private var length: Int64?
    private var isComplete = false

    /// The last complete head.
    private var known = Fields()
    private var knownStatus: (line: [UInt8], status: Int, version: String)?
    /// The current head, from its first difference on; `nil` while it is a prefix of the last one.
    private var present: Fields?

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Starts with another response.
    package mutating func restart(limits: Limits = Limits()) {
        self.limits = limits
        bytes = 0
        interim = 0
        isComplete = false
        forgetHead()
    }

    private mutating func forgetHead() {
        status = 0
        count = 0
        length = nil
        present = nil
    }

    /// The announced length of the body; `nil` if there is none.
    package var contentLength: Int64? { length }

    /// Returns the head, once it is complete.
    package func head(from url: HTTPURL) -> HTTPResponseHead {
        HTTPResponseHead(
            status: status, version: version, headers: HTTPHeaders(checkedBlock: known.block),
            url: url)
    }

    /// Parses one line, with or without its line end.
    package mutating func consume(_ line: UnsafeRawBufferPointer) throws(HTTPError) -> Step {
        bytes += line.count
        guard bytes <= limits.bytes else {
            throw HTTPError(
                .headersTooLarge, "the header fields exceed \(limits.bytes) bytes",
                phase: .receiving)
        }
        if isComplete { return .trailer }
        var end = line.count
        if end > 0, line[end - 1] == 10 { end -= 1 }
        if end > 0, line[end - 1] == 13 { end -= 1 }
        let text = UnsafeRawBufferPointer(rebasing: line[..<end])
        if status == 0 {
            try readStatusLine(text)
            return .field
        }
        if text.isEmpty { return try finish() }
        try readField(text, whole: line)
        return .field
    }

    private mutating func finish() throws(HTTPError) -> Step {
        guard (100..<200).contains(status) else {
            isComplete = true
            if count < known.count { diverge() }
            if let present { known = present }
            return .complete
        }
        interim += 1
        guard interim <= limits.interim, status != 101 else {
            throw malformed("there are too many interim responses")
        }
        forgetHead()
        return .interim
    }

    /// Starts a separate copy, with the fields that the last head has in common.
    private mutating func diverge() {
        if present == nil { present = known.prefix(count) }
    }

    private mutating func readStatusLine(_ line: UnsafeRawBufferPointer) throws(HTTPError) {
        if let knownStatus, knownStatus.line.withUnsafeBytes({ $0.isSame(as: line) }) {
            (_, status, version) = knownStatus
            return
        }
        // The line is `HTTP/1.1 200 OK`, or `HTTP/2 200`.
        let space = line.firstIndex(of: 32) ?? line.count
        let code = line.dropFirst(space + 1).prefix { $0 != 32 }
        guard line.starts(with: "HTTP/".utf8), code.count == 3, code.allSatisfy(\.isDigit),
            code.first != UInt8(ascii: "0")
        else { throw malformed("its first line is not a status line") }
        status = code.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        switch line[5..<space] {
        case let version where version.elementsEqual("1.1".utf8): self.version = "1.1"
        case let version where version.elementsEqual("1.0".utf8): self.version = "1.0"
        case let version where version.elementsEqual("2".utf8): self.version = "2"
        default: throw malformed("its version is unknown")
        }
        guard status < 600 else { throw malformed("its status is above 599") }
        knownStatus = (Array(line), status, version)
    }

    private mutating func readField(
        _ line: UnsafeRawBufferPointer, whole: UnsafeRawBufferPointer
    ) throws(HTTPError) {
        guard count < limits.fields else {
            throw HTTPError(
                .headersTooLarge, "there are more than \(limits.fields) header fields",
                phase: .receiving)
        }
        if known.has(whole, at: count) {
            let announced = known.length(at: count)
            if let announced { try note(announced) }
            present?.append(whole, announcing: announced)
        } else {
            try readNewField(line)
        }
        count += 1
    }

    private mutating func readNewField(_ line: UnsafeRawBufferPointer) throws(HTTPError) {
        // Access by index, because this runs for every new field of every response.
        var colon = 0
        while colon < line.count, line[colon].isTokenCharacter { colon &+= 1 }
        guard colon > 0, colon < line.count, line[colon] == UInt8(ascii: ":") else {
            throw malformed("a header field has no name")
        }
        var start = colon &+ 1
        var end = line.count
        while start < end, line[start].isBlank { start &+= 1 }
        while end > start, line[end &- 1].isBlank { end &-= 1 }
        var bad: UInt8 = 0
        // The loop has no early exit, so that the compiler can test many bytes at once.
        for index in start..<end {
            let byte = line[index]
            bad |= (byte < 32 ? 1 : 0) & (byte != 9 ? 1 : 0) | (byte == 127 ? 1 : 0)
        }
        if bad != 0 { throw malformed("a header field contains a control character") }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        let value = UnsafeRawBufferPointer(rebasing: line[start..<end])
        let announced = colon == 14 && Self.isContentLength(name) ? try length(value) : nil
        if let announced { try note(announced) }
        diverge()
        present?.append(name, value, announcing: announced)
    }

    private static func isContentLength(_ name: UnsafeRawBufferPointer) -> Bool {
        let wanted: StaticString = "content-length"
        return wanted.withUTF8Buffer { wanted in
            wanted.indices.allSatisfy { name[$0].lowercased == wanted[$0] }
        }
    }

    private func length(_ value: UnsafeRawBufferPointer) throws(HTTPError) -> Int64 {
        guard !value.isEmpty, value.count <= 18, value.allSatisfy(\.isDigit) else {
            throw malformed("its Content-Length is not a number")
        }
        return value.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    private mutating func note(_ announced: Int64) throws(HTTPError) {
        guard length == nil || length == announced else {
            throw malformed("it has two different Content-Lengths")
        }
        length = announced
    }

    private func malformed(_ what: String) -> HTTPError {
        HTTPError(.malformedResponse, "the response is not valid HTTP: \(what)", phase: .receiving)
    }
}

extension HeadParser {
    /// The fields of a head as one block of bytes.
    private struct Fields {
        private(set) var block: [UInt8] = []
        /// For each field, its end in the block, and the length of the body that it announces.
        private var ends: [(offset: Int, length: Int64?)] = []

        var count: Int { ends.count }

        func has(_ line: UnsafeRawBufferPointer, at field: Int) -> Bool {
            guard field < ends.count else { return false }
            let range = start(of: field)..<ends[field].offset
            return block.withUnsafeBytes {
                UnsafeRawBufferPointer(rebasing: $0[range]).isSame(as: line)
            }
        }

        func length(at field: Int) -> Int64? { ends[field].length }

        /// Returns the first `count` fields, with spare capacity for others.
        func prefix(_ count: Int) -> Fields {
            var prefix = Fields()
            prefix.block.reserveCapacity(512)
            prefix.block += block.prefix(start(of: count))
            prefix.ends += ends.prefix(count)
            return prefix
        }

        mutating func append(_ line: UnsafeRawBufferPointer, announcing length: Int64?) {
            block.append(contentsOf: line)
            ends.append((block.count, length))
        }

        mutating func append(
            _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer,
            announcing length: Int64?
        ) {
            block.append(contentsOf: name)
            block.append(UInt8(ascii: ":"))
            block.append(32)
            block.append(contentsOf: value)
            block.append(13)
            block.append(10)
            ends.append((block.count, length))
        }

        private func start(of field: Int) -> Int { field == 0 ? 0 : ends[field - 1].offset }
    }
}
