/// Header fields in order; a name may occur several times, and case is ignored.
///
/// The fields are stored as one block of bytes, as on the wire. This takes one allocation for any
/// number of fields, and a lookup scans a few hundred bytes.
public struct HTTPHeaders: Hashable, Sendable {
    /// The sequence of lines `name ":" " " value "\r\n"`.
    package private(set) var block: [UInt8]
    /// Whether every added field was valid; see `add(_:_:)`.
    package private(set) var isValid = true

    /// Creates an empty set of fields.
    public init() { block = [] }

    /// Creates the fields from a block that a parser has checked.
    package init(checkedBlock block: [UInt8]) { self.block = block }

    /// Whether the list contains no fields.
    public var isEmpty: Bool { block.isEmpty }

    /// The first value of the field `name`; setting replaces all values, `nil` removes them.
    public subscript(name: String) -> String? {
        get { firstValue(of: name).map { String(decoding: $0, as: UTF8.self) } }
        set {
            remove(name)
            if let newValue { add(name, newValue) }
        }
    }

    /// Returns all values of the field `name`, in order.
    public func values(of name: String) -> [String] {
        lines.filter { $0.name.equalsIgnoringCase(name.utf8) }
            .map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// All fields, in order.
    public var fields: [(name: String, value: String)] {
        lines.map {
            (String(decoding: $0.name, as: UTF8.self), String(decoding: $0.value, as: UTF8.self))
        }
    }

    /// Appends a field.
    ///
    /// A name that is not a token, or a value with a control character (which could inject another
    /// field), makes `isValid` false. Pushing a request with such fields fails with
    /// `.invalidRequest`.
    public mutating func add(_ name: String, _ value: String) {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter),
            value.utf8.allSatisfy(\.isFieldValueByte)
        else {
            isValid = false
            return
        }
        block.append(contentsOf: name.utf8)
        block.append(contentsOf: ": ".utf8)
        block.append(contentsOf: value.utf8.trimmed)
        block.append(contentsOf: "\r\n".utf8)
    }

    /// Removes all fields named `name`.
    public mutating func remove(_ name: String) {
        guard firstValue(of: name) != nil else { return }
        var kept: [UInt8] = []
        for line in lines where !line.name.equalsIgnoringCase(name.utf8) { kept += line.whole }
        block = kept
    }

    /// Returns these fields merged with `others`, whose fields replace those of the same name.
    public func merging(_ others: HTTPHeaders) -> HTTPHeaders {
        if others.isEmpty && others.isValid { return self }
        if isEmpty && isValid { return others }
        var merged = HTTPHeaders()
        for line in lines where !others.contains(line.name) { merged.block += line.whole }
        merged.block += others.block
        merged.isValid = isValid && others.isValid
        return merged
    }

    /// Returns only the fields whose names are in `names`, which are lower case.
    func keeping(_ names: Set<String>) -> HTTPHeaders {
        var kept = HTTPHeaders()
        for line in lines
        where names.contains(String(decoding: line.name, as: UTF8.self).lowercased()) {
            kept.block += line.whole
        }
        return kept
    }

    package struct Line {
        package let name: ArraySlice<UInt8>
        package let value: ArraySlice<UInt8>
        package let whole: ArraySlice<UInt8>
    }

    package var lines: [Line] {
        var lines: [Line] = []
        var start = block.startIndex
        while start < block.endIndex, let line = line(at: start) {
            lines.append(line)
            start = line.whole.endIndex
        }
        return lines
    }

    private func line(at start: Int) -> Line? {
        guard let colon = block[start...].firstIndex(of: UInt8(ascii: ":")),
            let end = block[colon...].firstIndex(of: 13)
        else { return nil }
        return Line(
            name: block[start..<colon], value: block[(colon + 2)..<end],
            whole: block[start..<(end + 2)])
    }

    package func firstValue(of name: String) -> ArraySlice<UInt8>? {
        if block.isEmpty { return nil }
        return range(of: name).map { block[$0] }
    }

    /// Whether there is a field named `name`.
    package func has(_ name: String) -> Bool {
        !block.isEmpty && range(of: name) != nil
    }

    /// Returns the range of the first value of the field `name`, without an allocation or a copy.
    private func range(of name: String) -> Range<Int>? {
        var name = name
        return name.withUTF8 { name in
            block.withUnsafeBufferPointer { block in
                var start = 0
                while start < block.count {
                    let end = block.endOfLine(from: start)
                    let colon = start + name.count
                    if colon < end, block[colon] == UInt8(ascii: ":"),
                        UnsafeBufferPointer(rebasing: block[start..<colon]).equalsIgnoringCase(name)
                    {
                        return (colon + 2)..<end
                    }
                    start = end + 2
                }
                return nil
            }
        }
    }

    private func contains(_ name: ArraySlice<UInt8>) -> Bool {
        lines.contains { $0.name.equalsIgnoringCase(name) }
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Creates the fields of a literal, in order.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (name, value) in elements { add(name, value) }
    }
}
