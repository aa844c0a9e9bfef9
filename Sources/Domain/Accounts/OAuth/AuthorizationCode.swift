package import KeyedStore

/// A code that the provider issued after the user's consent; it is a secret until it is redeemed.
package struct AuthorizationCode: Sendable, Hashable {
    /// The maximum length in bytes.
    package static let longest = 512

    /// The code.
    package let secret: Secret<String>

    /// Checks a code that the user pasted; white space around it is removed.
    ///
    /// - Throws: `AccountError` with the code `.codeMalformed`, which does not quote the text.
    package init(pasted text: String) throws(AccountError) {
        let isSpace: (Character) -> Bool = { $0.isWhitespace || $0.isNewline }
        let code = text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        try self.init(checked: String(code))
    }

    /// Checks a code that arrived by the callback.
    ///
    /// - Throws: `AccountError` with the code `.codeMalformed`, which does not quote the text.
    init(checked code: String) throws(AccountError) {
        guard (1...Self.longest).contains(code.utf8.count),
            code.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw AccountError(
                .codeMalformed,
                "a code has 1 to \(Self.longest) visible ASCII characters")
        }
        secret = Secret(code)
    }
}
