import Crypto
import PhotoFeed

import struct Foundation.Data

/// A fingerprint of a credential: an HMAC-SHA256 under a random key that is stored beside it.
///
/// It shows whether a credential is the same as an earlier one. The credential cannot be computed
/// from it. The fingerprints in two libraries do not show that they were made of the same
/// credential.
struct CredentialFingerprint {
    /// The key, followed by the authentication code.
    let bytes: [UInt8]

    private static let keyLength = 32

    /// Creates the fingerprint of `credential` under a new key.
    init(of credential: FeedCredential) {
        let key = SymmetricKey(size: .bits256)
        let code = HMAC<SHA256>.authenticationCode(for: Data(credential.secret.utf8), using: key)
        bytes = key.withUnsafeBytes { Array($0) } + Array(code)
    }

    /// Reads the fingerprint that was stored as `bytes`; `nil` if there is none.
    init?(stored bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.keyLength + SHA256.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Whether the fingerprint was made of `credential`.
    func matches(_ credential: FeedCredential) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            bytes[Self.keyLength...], authenticating: Data(credential.secret.utf8),
            using: SymmetricKey(data: bytes[..<Self.keyLength]))
    }
}
