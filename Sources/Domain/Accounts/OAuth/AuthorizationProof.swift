import Digests
package import KeyedStore
import TextFormats

/// The random texts of one authorization: the verifier of PKCE (RFC 7636), and the state.
///
/// The verifier proves that the program that redeems a code is the one that requested it. The state
/// proves that a callback belongs to the request. Both have 256 bits.
package struct AuthorizationProof: Sendable, Hashable {
    /// The verifier, which is sent to the token endpoint only.
    package let verifier: Secret<String>
    /// The state, which is a part of the authorization address and of the callback.
    package let state: Secret<String>

    /// Creates the texts with the system's generator of random numbers.
    package init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// Creates the texts with a generator of a test.
    init(using generator: inout some RandomNumberGenerator) {
        verifier = Self.text(using: &generator)
        state = Self.text(using: &generator)
    }

    /// The challenge for the verifier by the method S256: 43 characters.
    package var challenge: String { Self.challenge(for: verifier) }

    static func challenge(for verifier: Secret<String>) -> String {
        base64URL(SHA256.digest(of: verifier.reveal().utf8))
    }

    private static func text(using generator: inout some RandomNumberGenerator) -> Secret<String> {
        Secret(base64URL((0..<32).map { _ in .random(in: .min ... .max, using: &generator) }))
    }

    /// Base64 with the alphabet for addresses, without padding (RFC 7636, appendix A).
    private static func base64URL(_ bytes: [UInt8]) -> String {
        Base64.text(of: bytes, .urlSafe, isPadded: false)
    }
}
