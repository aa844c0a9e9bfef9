package import KeyedStore

/// An access token as its issuer returns it.
package struct IssuedToken: Sendable, Hashable {
    /// The longest period before a token's end in which it is renewed.
    static let longestMargin = Duration.seconds(300)

    /// The token.
    package let secret: Secret<String>
    /// The rest of its validity; `nil` if it is unknown.
    package let remaining: Duration?
    /// The whole length of its validity; `nil` if it is unknown.
    package let lifetime: Duration?

    /// Creates a token that is valid for `remaining`.
    package init(_ secret: Secret<String>, remaining: Duration? = nil, lifetime: Duration? = nil) {
        self.secret = secret
        self.remaining = remaining
        self.lifetime = lifetime ?? remaining
    }

    /// Creates a stored token, whose end is a moment of the wall clock.
    ///
    /// The wall clock may have been changed since the token was stored. A rest that is longer than
    /// the whole counts as unknown: the token is used until the server refuses it.
    init(_ token: AccountCredential.AccessToken, now: Int64) {
        let lifetime = token.lifetime.map { Duration.seconds($0) }
        let rest = token.expires.map { Duration.seconds($0.subtractingSaturated(now)) }
        let isKnown = rest.map { rest in lifetime.map { rest <= $0 } ?? true } ?? false
        self.init(token.secret, remaining: isKnown ? rest : nil, lifetime: lifetime)
    }

    /// The period before the token's end in which it is renewed.
    ///
    /// It is 300 s, and half of the validity of a token that lives shorter than 600 s.
    var margin: Duration {
        lifetime.map { min(Self.longestMargin, $0 / 2) } ?? Self.longestMargin
    }

    /// Whether the token does not have to be renewed yet.
    var isFresh: Bool { remaining.map { $0 > margin } ?? true }
}

extension Int64 {
    /// The difference, clamped to the range instead of overflowing.
    fileprivate func subtractingSaturated(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (self < other ? .min : .max) : difference
    }
}
