package import KeyedStore
package import PhotoFeed

/// An input of a sign-in: an answer of the user, or the result of an effect.
package enum SignInEvent: Sendable {
    /// The accounts that exist were read, and the libraries that were chosen for accounts that are
    /// signed out.
    case loaded([Account], formerLibraries: [AccountName: String] = [:])
    /// The user entered a name for the account; an empty text accepts the suggestion.
    case named(String)
    /// The user entered the app key.
    case enteredAppKey(String)
    /// The user entered the user name.
    case enteredUser(String)
    /// The user entered the password.
    case enteredPassword(Secret<String>)
    /// The authorization address is ready, and the port for the callback is open, if there is one.
    case prepared(AuthorizationRequest)
    /// The user pasted a code.
    case pasted(String)
    /// The callback brought the provider's answer.
    case answered(AuthorizationAnswer)
    /// The token endpoint issued tokens, at this time of the wall clock in seconds since 1970.
    case redeemed(TokenAnswer, at: Int64)
    /// The provider described the account, at this address in place of the given one.
    case identified(AccountIdentity, at: String? = nil)
    /// The user stated whether the account is the right one.
    case confirmed(Bool)
    /// The account and its credential were stored.
    case stored
    /// The effect of the present scene failed, or the user's input ended.
    case failed(AccountError)
    /// The user stopped the sign-in.
    case cancelled
}
