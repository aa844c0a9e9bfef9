@testable import TextFormats

/// A JSON value as a tree, for tests that write it and read it again.
indirect enum JSONTree: Equatable {
    case null
    case boolean(Bool)
    case whole(Int64)
    case number(Double)
    case text([UInt8])
    case array([JSONTree])
    case object([Member])

    struct Member: Equatable {
        let name: [UInt8]
        let value: JSONTree
    }

    /// The tree as JSON.
    func text(escaping escapes: JSONWriter.Escapes = .required) -> [UInt8] {
        var json = JSONWriter(escaping: escapes)
        write(to: &json)
        return json.bytes
    }

    private func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .boolean(let value): json.boolean(value)
        case .whole(let value): json.integer(value)
        case .number(let value): json.double(value)
        case .text(let value): json.string(String(decoding: value, as: UTF8.self))
        case .array(let elements):
            json.array { json in
                for element in elements { element.write(to: &json) }
            }
        case .object(let members):
            json.object { json in
                for member in members {
                    json.name(escaping: String(decoding: member.name, as: UTF8.self))
                    member.value.write(to: &json)
                }
            }
        }
    }
}

extension JSONTree {
    /// Reads a value of any type.
    ///
    /// A number is a whole one if it fits; the writer marks the others with a point or an exponent.
    init(_ reader: inout JSONReader) throws(JSONError) {
        switch try reader.kind() {
        case .string: self = .text(Array(try reader.string().utf8))
        case .array:
            var elements: [JSONTree] = []
            try reader.array { reader throws(JSONError) in elements.append(try JSONTree(&reader)) }
            self = .array(elements)
        case .object:
            var members: [Member] = []
            try reader.object { reader, name throws(JSONError) in
                // The writer takes text, in which invalid bytes have been replaced.
                let name = Array(String(decoding: name.utf8, as: UTF8.self).utf8)
                members.append(Member(name: name, value: try JSONTree(&reader)))
            }
            self = .object(members)
        case .scalar: self = try Self.scalar(&reader)
        }
    }

    private static func scalar(_ reader: inout JSONReader) throws(JSONError) -> JSONTree {
        if try reader.null() { return .null }
        if let value = try? reader.boolean() { return .boolean(value) }
        let digits = try reader.number()
        if let whole = Int64(digits) { return .whole(whole) }
        guard let number = Double(digits), number.isFinite else {
            throw reader.badValue("the number is too large")
        }
        return .number(number)
    }
}
