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

    subscript(name: String) -> [UInt8]? { fields.first { $0.name == name }?.value }
}

extension JSONFields {
    /// Returns an object with one more field: that of another object at the same path.
    ///
    /// - Parameters:
    ///   - text: the object.
    ///   - path: the names of the objects around the field, and of the field.
    ///   - template: the other object.
    /// - Returns: `nil` if the field is in `text` already, or is not in `template`.
    static func filled(
        _ text: [UInt8], at path: ArraySlice<String>, from template: [UInt8]
    ) -> [UInt8]? {
        guard let name = path.first, var object = try? JSONFields(text),
            let value = (try? JSONFields(template))?[name]
        else { return nil }
        let index = object.fields.firstIndex { $0.name == name }
        if path.count == 1 {
            if index != nil { return nil }
            object.fields.append((name, value))
        } else {
            guard let index,
                let inner = filled(object.fields[index].value, at: path.dropFirst(), from: value)
            else { return nil }
            object.fields[index].value = inner
        }
        return try? object.text()
    }

    /// The object as text.
    private func text() throws -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "{")]
        for (index, field) in fields.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += try JSONEncoder().encode(field.name) + [UInt8(ascii: ":")] + field.value
        }
        return text + [UInt8(ascii: "}")]
    }
}
