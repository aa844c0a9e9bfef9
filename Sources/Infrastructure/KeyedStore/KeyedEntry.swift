import Foundation
import TextFormats

/// The entry of a value in a store: an object with the fields `version` and `value`.
struct KeyedEntry {
    /// The version of the values that this program writes.
    static let version = 1

    /// The version of the program's value that was stored.
    let version: Int
    /// The JSON text.
    private let json: [UInt8]

    /// Reads an entry.
    init(_ entry: [UInt8]) throws(JSONError) {
        (version, json) = try JSONReader.read(entry) { reader throws(JSONError) -> (Int, [UInt8]) in
            var version: Int64?
            var json: [UInt8]?
            try reader.object { reader, field throws(JSONError) in
                switch field {
                case "version": version = try reader.integer()
                case "value": json = try reader.rawValue()
                default: try reader.skip()
                }
            }
            guard let number = version.flatMap({ Int(exactly: $0) }) else {
                throw reader.missing("version")
            }
            guard let json else { throw reader.missing("value") }
            return (number, json)
        }
    }

    /// Returns the entry of a value with a JSON text.
    static func bytes(of json: [UInt8]) -> [UInt8] {
        Array("{\"version\":\(version),\"value\":".utf8) + json + [UInt8(ascii: "}")]
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json))
    }
}
