import Digests
import PhotoFeed

/// A fingerprint of a credential: an HMAC-SHA256 under a random key that is stored beside it.
///
/// It shows whether a credential is the same as an earlier one. The credential cannot be computed
/// from it. The fingerprints in two libraries do not show that they were made of the same
/// credential.
struct CredentialFingerprint {
    /// The key, followed by the authentication code.
    let bytes: [UInt8]

    /// Creates the fingerprint of `credential` under a new key.
    init(of credential: FeedCredential) {
        let authenticator = HMACSHA256()
        bytes = authenticator.key + authenticator.code(for: Array(credential.secret.utf8))
    }

    /// Reads the fingerprint that was stored as `bytes`; `nil` if there is none.
    init?(stored bytes: UnsafeRawBufferPointer) {
        guard bytes.count == HMACSHA256.keyLength + SHA256.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Whether the fingerprint was made of `credential`.
    func matches(_ credential: FeedCredential) -> Bool {
        HMACSHA256(key: Array(bytes.prefix(HMACSHA256.keyLength)))
            .isValid(
                bytes.dropFirst(HMACSHA256.keyLength), for: Array(credential.secret.utf8))
    }
}
