#if canImport(CryptoKit)
    import CryptoKit

    import struct Foundation.Data
#else
    import CCrypto
#endif

/// Message authentication codes with a secret key: HMAC (RFC 2104) with SHA-256.
///
/// ```swift
/// let authenticator = HMACSHA256()
/// let code = authenticator.code(for: Array("message".utf8))
/// authenticator.isValid(code, for: Array("message".utf8))  // true
/// ```
package struct HMACSHA256: Sendable {
    /// The length of a generated key in bytes.
    package static let keyLength = 32

    /// The secret key.
    package let key: [UInt8]

    /// Creates an authenticator with a new random key.
    package init() {
        // SystemRandomNumberGenerator is cryptographically secure on Linux and Apple platforms.
        key = (0..<Self.keyLength).map { _ in .random(in: .min ... .max) }
    }

    /// Creates an authenticator with a stored key.
    package init(key: [UInt8]) {
        self.key = key
    }

    /// Returns the code for `message`: 32 bytes.
    package func code(for message: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(
                HMAC<CryptoKit.SHA256>.authenticationCode(
                    for: Data(message), using: SymmetricKey(data: key)))
        #else
            // unsafe, unsafeUninitializedCapacity: the function writes all 32 bytes
            return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, count in
                let result = HMAC(
                    EVP_sha256(), key, Int32(key.count), message, message.count, code.baseAddress,
                    nil)
                precondition(result != nil, "OpenSSL cannot compute HMAC-SHA256")
                count = SHA256.byteCount
            }
        #endif
    }

    /// Whether `code` is the code for `message`; the time taken does not depend on the content.
    package func isValid(_ code: some Collection<UInt8>, for message: [UInt8]) -> Bool {
        let expected = self.code(for: message)
        guard code.count == expected.count else { return false }
        return zip(code, expected).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
