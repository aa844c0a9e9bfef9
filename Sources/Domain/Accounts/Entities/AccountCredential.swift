package import KeyedStore
import TextFormats

/// The secrets of an account: the refresh token and the last access token, or a password.
///
/// The access token is stored so that all processes share it. Its end is a moment of the wall
/// clock, because it survives the process.
package struct AccountCredential: Sendable, Hashable {
    /// An access token with the period of its validity.
    package struct AccessToken: Sendable, Hashable {
        /// The token.
        package let secret: Secret<String>
        /// The end of its validity, in seconds since 1970; `nil` if the provider does not tell it.
        package let expires: Int64?
        /// The length of its validity in seconds; `nil` if the provider does not tell it.
        package let lifetime: Int64?

        /// Creates a token that is valid for `lifetime` seconds from `now` on.
        package init(_ secret: Secret<String>, lifetime: Int64?, now: Int64) {
            self.init(secret, expires: lifetime.map { now + $0 }, lifetime: lifetime)
        }

        init(_ secret: Secret<String>, expires: Int64?, lifetime: Int64?) {
            self.secret = secret
            self.expires = expires
            self.lifetime = lifetime
        }
    }

    /// The token for renewals; `nil` if the provider issued none.
    package let refreshToken: Secret<String>?
    /// The last access token; the password, if the account has one.
    package let accessToken: AccessToken
    /// Whether the secret is a password, which has no end and no renewal.
    package let isPassword: Bool

    /// Creates a credential with tokens.
    package init(refreshToken: Secret<String>?, accessToken: AccessToken) {
        self.refreshToken = refreshToken
        self.accessToken = accessToken
        isPassword = false
    }

    /// Creates the credential of an account with a password.
    package init(password: Secret<String>) {
        refreshToken = nil
        accessToken = AccessToken(password, expires: nil, lifetime: nil)
        isPassword = true
    }
}

extension AccountCredential {
    /// Whether both come from the same grant.
    func hasGrant(of other: AccountCredential) -> Bool {
        refreshToken == other.refreshToken
            && (refreshToken != nil || accessToken.secret == other.accessToken.secret)
    }

    /// Whether another sign-in has stored this credential in place of `former`.
    ///
    /// A renewal that brings a new refresh token counts as another sign-in: a credential does not
    /// tell which sign-in it comes from. A sign-in with the same password does not count as
    /// another one.
    func isReplacement(of former: AccountCredential) -> Bool { !hasGrant(of: former) }

    /// The largest length of a stored credential in bytes.
    static let longest = 64 << 10
    private static let version: Int64 = 1

    /// Reads a stored credential; `nil` if the text is not one.
    ///
    /// An error would quote the text, so it is not passed on.
    package init?(json: [UInt8]) {
        var version: Int64?
        var (refresh, access, password): (String?, String?, String?)
        var (expires, lifetime): (Int64?, Int64?)
        let isRead: Void? = try? JSONReader.read(json) { reader throws(JSONError) in
            try reader.object { reader, name throws(JSONError) in
                switch name {
                case "version": try reader.readOnceIfPresent(&version)
                case "password": try reader.readOnceIfPresent(&password)
                case "refresh_token": try reader.readOnceIfPresent(&refresh)
                case "access_token": try reader.readOnceIfPresent(&access)
                case "expires_at": try reader.readOnceIfPresent(&expires)
                case "expires_in": try reader.readOnceIfPresent(&lifetime)
                default: try reader.skip()
                }
            }
        }
        // A lifetime beyond ten years, or a negative one, is not a provider's.
        guard json.count <= Self.longest, isRead != nil, version == Self.version else { return nil }
        if let password {
            guard access == nil, refresh == nil, Self.isPassword(password) else { return nil }
            self.init(password: Secret(password))
            return
        }
        guard let access,
            BearerText.isValid(access), refresh.map(BearerText.isVisible) ?? true,
            lifetime.map((0...BearerText.longestLifetime).contains) ?? true
        else { return nil }
        self.init(
            refreshToken: refresh.map { Secret($0) },
            accessToken: AccessToken(Secret(access), expires: expires, lifetime: lifetime))
    }

    /// Whether `text` can be a password: 1 to 8,192 bytes without control characters (RFC 7617, 2).
    static func isPassword(_ text: String) -> Bool {
        (1...BearerText.longest).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// The form in which a credential is stored: one line of JSON.
    package var json: [UInt8] {
        var line = JSONWriter.object { json in
            json.member("version", Self.version)
            guard !isPassword else {
                return json.member("password", accessToken.secret.reveal())
            }
            json.member("access_token", accessToken.secret.reveal())
            json.member("expires_at", accessToken.expires)
            json.member("expires_in", accessToken.lifetime)
            json.member("refresh_token", refreshToken?.reveal())
        }
        line.append(UInt8(ascii: "\n"))
        return line
    }
}
