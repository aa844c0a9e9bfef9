import Crypto
import PhotoFeed

import struct Foundation.Data

/// A fingerprint of a credential: an HMAC-SHA256 under a random key that is kept beside it.
///
/// It tells whether a credential is the same one. The credential cannot be computed from it, and the
/// fingerprints in two libraries do not show that they were made of the same credential.
struct CredentialFingerprint {
    /// The key and, behind it, the code.
    let bytes: [UInt8]

    private static let keyLength = 32

    /// The fingerprint of `credential` under a new key.
    init(of credential: FeedCredential) {
        let key = SymmetricKey(size: .bits256)
        let code = HMAC<SHA256>.authenticationCode(for: Data(credential.secret.utf8), using: key)
        bytes = key.withUnsafeBytes { Array($0) } + Array(code)
    }

    /// The fingerprint that was stored as `bytes`; `nil` when there is none.
    init?(stored bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.keyLength + SHA256.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Whether it was made of `credential`.
    func matches(_ credential: FeedCredential) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            bytes[Self.keyLength...], authenticating: Data(credential.secret.utf8),
            using: SymmetricKey(data: bytes[..<Self.keyLength]))
    }
}
