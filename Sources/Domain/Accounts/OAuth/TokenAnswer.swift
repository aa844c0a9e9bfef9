package import KeyedStore
import TextFormats

/// The answer of a token endpoint (RFC 6749, 5.1).
package struct TokenAnswer: Sendable, Hashable {
    /// The access token.
    package let accessToken: Secret<String>
    /// The length of its validity in seconds; `nil` if the endpoint does not tell it.
    package let lifetime: Int64?
    /// A refresh token that replaces the earlier one; `nil` if the earlier one stays valid.
    package let refreshToken: Secret<String>?
    /// The permissions of the token; `nil` if they are those that were requested.
    package let scopes: [String]?

    /// Creates an answer.
    package init(
        accessToken: Secret<String>, lifetime: Int64? = nil, refreshToken: Secret<String>? = nil,
        scopes: [String]? = nil
    ) {
        self.accessToken = accessToken
        self.lifetime = lifetime
        self.refreshToken = refreshToken
        self.scopes = scopes
    }

    /// Reads an answer.
    ///
    /// - Throws: `AccountError` with the code `.malformedAnswer`, which does not quote the answer.
    package init(json: [UInt8]) throws(AccountError) {
        var fields = Fields()
        do throws(JSONError) {
            fields = try JSONReader.read(json) { reader throws(JSONError) in
                try Fields(&reader)
            }
        } catch {
            // The name of a field may repeat a secret too: only known ones are shown.
            let field = Fields.names.contains(error.field) ? "the field \(error.field): " : ""
            throw Self.malformed("\(field)\(error.reason), at byte \(error.offset)")
        }
        guard let token = fields.accessToken, BearerText.isValid(token) else {
            throw Self.malformed("it has no valid access_token")
        }
        guard fields.type?.lowercased() == "bearer" else {
            throw Self.malformed("token_type is not bearer")
        }
        guard fields.lifetime.map((0...BearerText.longestLifetime).contains) ?? true else {
            throw Self.malformed("expires_in is not between 0 s and ten years")
        }
        guard fields.refreshToken.map(BearerText.isVisible) ?? true else {
            throw Self.malformed("refresh_token is not visible ASCII")
        }
        self.init(
            accessToken: Secret(token), lifetime: fields.lifetime,
            refreshToken: fields.refreshToken.map { Secret($0) },
            scopes: fields.scope.map { $0.split(separator: " ").map(String.init) })
    }

    private static func malformed(_ reason: String) -> AccountError {
        AccountError(.malformedAnswer, "the answer of the token endpoint is malformed: \(reason)")
    }

    private struct Fields {
        static let names: Set = [
            "access_token", "token_type", "expires_in", "refresh_token", "scope",
        ]

        var accessToken: String?
        var type: String?
        var lifetime: Int64?
        var refreshToken: String?
        var scope: String?

        init() {}

        init(_ reader: inout JSONReader) throws(JSONError) {
            var fields = Fields()
            try reader.object { reader, name throws(JSONError) in
                switch name {
                case "access_token": try reader.readOnceIfPresent(&fields.accessToken)
                case "token_type": try reader.readOnceIfPresent(&fields.type)
                case "refresh_token": try reader.readOnceIfPresent(&fields.refreshToken)
                case "scope": try reader.readOnceIfPresent(&fields.scope)
                case "expires_in": try reader.readOnceIfPresent(&fields.lifetime)
                default: try reader.skip()
                }
            }
            self = fields
        }
    }
}

extension TokenAnswer {
    /// The permissions of `required` that the token lacks.
    func missing(of required: [String]) -> [String] {
        guard let scopes else { return [] }
        return required.filter { !scopes.contains($0) }
    }

    /// The credential to store, with the earlier refresh token unless there is a new one.
    func credential(after earlier: Secret<String>? = nil, now: Int64) -> AccountCredential {
        AccountCredential(
            refreshToken: refreshToken ?? earlier,
            accessToken: .init(accessToken, lifetime: lifetime, now: now))
    }
}
