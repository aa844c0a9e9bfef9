import Foundation
import TextFormats

/// The fields of a JSON object, whose values are kept as they are written.
struct JSONFields {
    private(set) var fields: [(name: String, value: [UInt8])] = []

    /// Reads an object; a repeated name is an error.
    init(_ text: [UInt8]) throws(JSONError) {
        fields = try JSONReader.read(text) { reader throws(JSONError) in
            try Self.read(&reader)
        }
    }

    private static func read(
        _ reader: inout JSONReader
    ) throws(JSONError) -> [(name: String, value: [UInt8])] {
        var fields: [(name: String, value: [UInt8])] = []
        var names: Set<String> = []
        try reader.object { reader, name throws(JSONError) in
            let name = String(decoding: name.utf8, as: UTF8.self)
            guard names.insert(name).inserted else { throw reader.duplicate() }
            fields.append((name, try reader.rawValue()))
        }
        return fields
    }
}
