import Foundation

/// A value whose stored form has changed between versions of a program.
///
/// ```swift
/// struct Window: VersionedValue {
///     static let version = 2
///     var size: Size
///
///     static func migrate(from stored: KeyedValue) throws -> Window {
///         struct First: Decodable { let width, height: Int }
///         let first = try stored.decode(First.self)
///         return Window(size: Size(first.width, first.height))
///     }
/// }
/// ```
///
/// A type that does not conform has version 1. A change that the `Codable` conformance can read,
/// such as a new optional field, needs no new version. Data of a newer version is an error for its
/// key, so that an older program does not misread it.
public protocol VersionedValue: Codable {
    /// The version of the stored form that this program writes, at least 1.
    static var version: Int { get }

    /// Returns the value of data that an older version has stored.
    ///
    /// The data stays as it is until the key gets a new value.
    static func migrate(from stored: KeyedValue) throws -> Self
}

/// The stored form of a value.
///
/// Its description does not show the data, which may contain a secret.
public struct KeyedValue: Sendable, CustomStringConvertible, CustomReflectable {
    /// The version of the type that has stored the data.
    public let version: Int
    /// The JSON text.
    let json: [UInt8]

    /// Decodes the data as a value of another type, such as an older form of the present one.
    public func decode<Old: Decodable>(_ type: Old.Type) throws -> Old {
        try JSONDecoder().decode(type, from: Data(json))
    }

    /// A placeholder with the version.
    public var description: String { "KeyedValue(version \(version))" }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
