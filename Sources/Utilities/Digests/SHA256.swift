#if canImport(CryptoKit)
    import CryptoKit
#else
    import CCrypto
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
            private var context = Context()

            mutating func update(_ bytes: UnsafeRawBufferPointer) {
                if !isKnownUniquelyReferenced(&context) {
                    context = Context(copying: context)
                }
                context.update(bytes)
            }

            func digest() -> [UInt8] { Context(copying: context).finish() }
        }

        private final class Context: @unchecked Sendable {  // only its sole owner changes it
            private let pointer: OpaquePointer

            /// The algorithm, which costs a search by name if it is not kept.
            private nonisolated(unsafe) static let algorithm =  // an immutable description
                EVP_MD_fetch(nil, "SHA256", nil)

            init() {
                pointer = Self.allocate()
                Self.check(EVP_DigestInit_ex2(pointer, Self.algorithm, nil))
            }

            init(copying other: Context) {
                pointer = Self.allocate()
                Self.check(EVP_MD_CTX_copy_ex(pointer, other.pointer))
            }

            deinit { EVP_MD_CTX_free(pointer) }

            func update(_ bytes: UnsafeRawBufferPointer) {
                Self.check(EVP_DigestUpdate(pointer, bytes.baseAddress, bytes.count))
            }

            func finish() -> [UInt8] {
                // unsafe, unsafeUninitializedCapacity: the function writes all 32 bytes
                [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
                    Self.check(EVP_DigestFinal_ex(pointer, digest.baseAddress, nil))
                    count = byteCount
                }
            }

            private static func allocate() -> OpaquePointer {
                guard let context = EVP_MD_CTX_new() else {
                    fatalError("OpenSSL has no memory for a SHA-256 context")
                }
                return context
            }

            /// Traps if a call failed, because SHA-256 of accessible memory cannot fail.
            private static func check(_ result: Int32) {
                precondition(
                    result == 1, "OpenSSL cannot compute SHA-256: is it configured without it?")
            }
        }
    }
#endif
