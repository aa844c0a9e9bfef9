import KeyedStore
import WebServer

/// The rule of a callback: which request brings the answer of the user's browser.
///
/// A request with another path, method or state changes nothing: other programs and pages on this
/// machine can reach the port too. The state is compared in constant time.
struct CallbackRule: Sendable {
    /// The decision about a request.
    enum Decision: Equatable {
        case accept(AuthorizationAnswer)
        /// The status of the refusal; the listener continues to wait.
        case refuse(status: Int)
    }

    let path: String
    let state: Secret<String>

    func decide(method: String, path: String, query: String) -> Decision {
        guard path == self.path else { return .refuse(status: 404) }
        guard method == "GET" else { return .refuse(status: 405) }
        let items = decodedForm(query)
        guard let state = items["state"], self.state.matches(state) else {
            return .refuse(status: 400)
        }
        if let word = items["error"] {
            let isWord = BearerText.isWord(word.utf8)
            return .accept(.refused(isWord ? word : "error"))
        }
        guard let text = items["code"], let code = try? AuthorizationCode(checked: text) else {
            return .refuse(status: 400)
        }
        return .accept(.code(code))
    }
}

extension Secret<String> {
    /// Whether `text` is the secret; compares all bytes, also after a difference.
    ///
    /// So the time does not tell a sender how much of a text is right.
    func matches(_ text: String) -> Bool {
        let (left, right) = (Array(reveal().utf8), Array(text.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The answer of the provider's page.
package enum AuthorizationAnswer: Sendable, Hashable {
    /// The user allowed the access.
    case code(AuthorizationCode)
    /// The provider refused it, for a reason that is a word of OAuth 2, such as `access_denied`.
    case refused(String)

    /// The error of a refusal.
    var refusal: AccountError? {
        guard case .refused(let word) = self else { return nil }
        return AccountError(
            AccountError.Code(refusal: word) ?? .requestRefused,
            word == "access_denied"
                ? "the access was refused on the provider's page"
                : "the provider refused the authorization: \(word)")
    }
}
