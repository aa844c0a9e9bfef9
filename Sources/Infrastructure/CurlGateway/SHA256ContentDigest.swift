import Digests
public import HTTPGateway

/// The SHA-256 digest that a downloaded file must have.
///
/// ```swift
/// let target = HTTPFileTarget(path: "photo.jpg", digest: SHA256ContentDigest(expecting: hash))
/// ```
public struct SHA256ContentDigest: ContentDigest {
    private let expected: [UInt8]
    private var hash = SHA256()

    /// Creates an empty digest that has to become `expected`, which has 32 bytes.
    public init(expecting expected: [UInt8]) { self.expected = expected }

    /// The name `SHA-256`.
    public var name: String { "SHA-256" }
    /// Adds the next bytes.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bytes)
    }
    /// Whether the digest is the expected one.
    public var isExpected: Bool { hash.digest() == expected }

    /// Returns the SHA-256 digest of a text, in hexadecimal.
    static func hexadecimal(of text: String) -> String {
        SHA256.digest(of: text.utf8).hexadecimal
    }
}
