import Foundation

/// The conversion of values into JSON text.
enum ValueCoder {
    /// Returns the JSON text of a value on one line; equal values have equal texts.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.userInfo[.keyedStore] = true
        return Array(try encoder.encode(value))
    }

    /// Describes why a value cannot be decoded or encoded, without any part of the value.
    ///
    /// The descriptions of the errors themselves may quote the value, which may be a secret.
    static func reason(of error: any Error) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.stringValue }.joined(separator: ".")
            return path.isEmpty ? "the value" : "the field \(path)"
        }
        return switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context)) has no field \(key.stringValue)"
        case DecodingError.typeMismatch(let type, let context):
            "\(place(context)) is not of the type \(type)"
        case DecodingError.valueNotFound(let type, let context):
            "\(place(context)) is null instead of a value of the type \(type)"
        case DecodingError.dataCorrupted(let context):
            "\(place(context)) does not have a permitted value"
        case EncodingError.invalidValue: "JSON cannot represent the value"
        default: "its type throws an error of the type \(type(of: error))"
        }
    }
}

extension CodingUserInfoKey {
    /// Marks an encoder that writes into a store, where a secret may be written.
    static let keyedStore: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "KeyedStore") else {
            preconditionFailure("Foundation refuses the name of a key")
        }
        return key
    }()
}
