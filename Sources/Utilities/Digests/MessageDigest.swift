#if canImport(CryptoKit)
    import CryptoKit
#endif

/// A digest by an algorithm that is chosen at run time, one part of the input at a time.
///
/// ```swift
/// var digest = MessageDigest(.sha1)
/// digest?.update(bytes)
/// print(digest?.digest().hexadecimal ?? "the system has no SHA-1")
/// ```
///
/// MD5 and SHA-1 detect accidental changes. Use `SHA256` where an attacker may choose the bytes.
package struct MessageDigest: Sendable {
    /// An algorithm of RFC 1321 or FIPS 180-4.
    package enum Algorithm: Sendable, CaseIterable {
        case md5, sha1, sha256
    }

    private var state: State

    /// Creates the digest of an empty input; `nil` if the system does not provide the algorithm.
    package init?(_ algorithm: Algorithm) {
        guard let state = State(algorithm) else { return nil }
        self.state = state
    }

    /// Adds the next bytes of the input.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { state.update(bytes) }

    /// Returns the digest of the input so far.
    package func digest() -> [UInt8] { state.digest() }
}

#if canImport(CryptoKit)
    extension MessageDigest {
        private struct State: Sendable {
            private var hash: any HashFunction & Sendable

            init?(_ algorithm: Algorithm) {
                hash =
                    switch algorithm {
                    case .md5: Insecure.MD5()
                    case .sha1: Insecure.SHA1()
                    case .sha256: CryptoKit.SHA256()
                    }
            }

            mutating func update(_ bytes: UnsafeRawBufferPointer) {
                hash.update(bufferPointer: bytes)
            }

            func digest() -> [UInt8] { Array(hash.finalize()) }
        }
    }
#else
    extension MessageDigest {
        /// A context of OpenSSL with the semantics of a value.
        private struct State: Sendable {
            private var context: DigestContext

            private static let md5 = DigestContext.Algorithm("MD5")
            private static let sha1 = DigestContext.Algorithm("SHA1")
            private static let sha256 = DigestContext.Algorithm("SHA256")

            init?(_ algorithm: Algorithm) {
                let known: DigestContext.Algorithm? =
                    switch algorithm {
                    case .md5: Self.md5
                    case .sha1: Self.sha1
                    case .sha256: Self.sha256
                    }
                guard let known else { return nil }
                context = DigestContext(known)
            }

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
