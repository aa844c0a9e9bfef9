#if canImport(CryptoKit)
    import CryptoKit
#endif

/// The SHA-256 hash function (FIPS 180-4), one part of the input at a time.
///
/// ```swift
/// var hash = SHA256()
/// hash.update("ab".utf8)
/// hash.update("c".utf8)
/// hash.digest().hexadecimal  // "ba7816bf…"
/// ```
///
/// It is a value: a copy continues on its own. The computation is OpenSSL's on Linux and
/// CryptoKit's on Apple platforms.
package struct SHA256: Sendable {
    /// The length of a digest in bytes.
    package static let byteCount = 32

    private var state = State()

    /// Creates the hash of an empty input.
    package init() {}

    /// Returns the digest of a whole input.
    package static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest()
    }

    /// Adds the next bytes of the input.
    package mutating func update(_ bytes: some Sequence<UInt8>) {
        // unsafe, withContiguousStorageIfAvailable: the bytes are read within the closure
        if bytes.withContiguousStorageIfAvailable({ update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { update($0) }
        }
    }

    /// Adds the next bytes of the input.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        state.update(bytes)
    }

    /// Returns the digest of the input so far: 32 bytes.
    package func digest() -> [UInt8] { state.digest() }
}

#if canImport(CryptoKit)
    extension SHA256 {
        private struct State: Sendable {
            private var hash = CryptoKit.SHA256()

            mutating func update(_ bytes: UnsafeRawBufferPointer) {
                hash.update(bufferPointer: bytes)
            }

            func digest() -> [UInt8] { Array(hash.finalize()) }
        }
    }
#else
    extension SHA256 {
        /// A context of OpenSSL with the semantics of a value.
        private struct State: Sendable {
            private var context = DigestContext(Self.algorithm)

            /// The algorithm, which costs a search by name if it is not kept.
            private static let algorithm: DigestContext.Algorithm = {
                guard let algorithm = DigestContext.Algorithm("SHA256") else {
                    fatalError("OpenSSL cannot compute SHA-256: is it configured without it?")
                }
                return algorithm
            }()

            mutating func update(_ bytes: UnsafeRawBufferPointer) {
                if !isKnownUniquelyReferenced(&context) {
                    context = DigestContext(copying: context)
                }
                context.update(bytes)
            }

            func digest() -> [UInt8] { DigestContext(copying: context).finish() }
        }
    }
#endif
