import JSONText
package import KeyedStore

/// The secrets of an account: the refresh token, and the last access token.
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
    /// The last access token.
    package let accessToken: AccessToken

    /// Creates a credential.
    package init(refreshToken: Secret<String>?, accessToken: AccessToken) {
        self.refreshToken = refreshToken
        self.accessToken = accessToken
    }
}

extension AccountCredential {
    /// Whether both come from the same grant.
    func hasGrant(of other: AccountCredential) -> Bool {
        refreshToken == other.refreshToken
            && (refreshToken != nil || accessToken.secret == other.accessToken.secret)
    }

    /// The largest length of a stored credential in bytes.
    static let longest = 64 << 10
    private static let version: Int64 = 1

    /// Reads a stored credential; `nil` if the text is not one.
    ///
    /// An error would quote the text, so it is not passed on.
    package init?(json: [UInt8]) {
        var version: Int64?
        var (refresh, access): (String?, String?)
        var (expires, lifetime): (Int64?, Int64?)
        let isRead: Void? = try? JSONReader.read(json) { reader throws(JSONError) in
            try reader.object { reader, name throws(JSONError) in
                switch name {
                case "version": try reader.readOnceIfPresent(&version)
                case "refresh_token": try reader.readOnceIfPresent(&refresh)
                case "access_token": try reader.readOnceIfPresent(&access)
                case "expires_at": try reader.readOnceIfPresent(&expires)
                case "expires_in": try reader.readOnceIfPresent(&lifetime)
                default: try reader.skip()
                }
            }
        }
        // A lifetime beyond ten years, or a negative one, is not a provider's.
        guard json.count <= Self.longest, isRead != nil, version == Self.version, let access,
            BearerText.isValid(access), refresh.map(BearerText.isVisible) ?? true,
            lifetime.map((0...BearerText.longestLifetime).contains) ?? true
        else { return nil }
        refreshToken = refresh.map { Secret($0) }
        accessToken = AccessToken(Secret(access), expires: expires, lifetime: lifetime)
    }

    /// The form in which a credential is stored: one line of JSON.
    package var json: [UInt8] {
        var line = JSONWriter.object { json in
            json.member("version", Self.version)
            json.member("access_token", accessToken.secret.reveal())
            json.member("expires_at", accessToken.expires)
            json.member("expires_in", accessToken.lifetime)
            json.member("refresh_token", refreshToken?.reveal())
        }
        line.append(UInt8(ascii: "\n"))
        return line
    }
}
