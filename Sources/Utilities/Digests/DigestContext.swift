#if !canImport(CryptoKit)
    import CCrypto

    /// A running digest of OpenSSL.
    final class DigestContext: @unchecked Sendable {  // only its sole owner changes it
        /// An algorithm that OpenSSL provides.
        struct Algorithm: @unchecked Sendable {  // an immutable description
            fileprivate let pointer: OpaquePointer
            /// The length of a digest in bytes.
            fileprivate let byteCount: Int

            /// Looks an algorithm up; `nil` if OpenSSL is configured without it.
            init?(_ name: String) {
                guard let pointer = EVP_MD_fetch(nil, name, nil) else { return nil }
                self.pointer = pointer
                byteCount = Int(EVP_MD_get_size(pointer))
            }
        }

        private let pointer: OpaquePointer
        private let byteCount: Int

        init(_ algorithm: Algorithm) {
            pointer = Self.allocate()
            byteCount = algorithm.byteCount
            Self.check(EVP_DigestInit_ex2(pointer, algorithm.pointer, nil))
        }

        init(copying other: DigestContext) {
            pointer = Self.allocate()
            byteCount = other.byteCount
            Self.check(EVP_MD_CTX_copy_ex(pointer, other.pointer))
        }

        deinit { EVP_MD_CTX_free(pointer) }

        func update(_ bytes: UnsafeRawBufferPointer) {
            Self.check(EVP_DigestUpdate(pointer, bytes.baseAddress, bytes.count))
        }

        func finish() -> [UInt8] {
            // unsafe, unsafeUninitializedCapacity: the function writes all bytes of the digest
            [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
                Self.check(EVP_DigestFinal_ex(pointer, digest.baseAddress, nil))
                count = byteCount
            }
        }

        private static func allocate() -> OpaquePointer {
            guard let context = EVP_MD_CTX_new() else {
                fatalError("OpenSSL has no memory for the context of a digest")
            }
            return context
        }

        /// Traps if a call failed, because a digest of accessible memory cannot fail.
        private static func check(_ result: Int32) {
            precondition(result == 1, "OpenSSL cannot compute the digest")
        }
    }
#endif
