package import HTTPGateway
package import KeyedStore
package import PhotoFeed

/// An action that a sign-in asks for; its result is a `SignInEvent`.
///
/// The questions and messages are for the user interface. `SignInServices` performs the others.
package enum SignInEffect: Sendable, Hashable {
    /// Read the accounts that exist.
    case loadAccounts
    /// Ask for the name of the account; `problem` is the fault of the last answer.
    case askName(suggestion: AccountName, problem: AccountError?)
    /// Ask for the app key.
    case askAppKey(problem: AccountError?)
    /// Make a verifier, a state and the address, after the port for the callback is open.
    case prepare(appKey: String, usesCallback: Bool)
    /// Show the address of the provider's page; `problem` is the fault of the last code.
    case show(HTTPURL, problem: AccountError?)
    /// Wait for the callback; fail with `.timedOut` after the limit.
    case awaitAnswer(within: Duration)
    /// Ask for the code that the page shows; fail with `.timedOut` after the limit.
    case askCode(problem: AccountError?, within: Duration)
    /// Exchange the code for tokens.
    case redeem(AuthorizationCode, AuthorizationRequest)
    /// Request the account of the token.
    case identify(Secret<String>)
    /// Ask for the user name; `problem` is the fault of the last answer.
    case askUser(problem: AccountError?)
    /// Ask for the password of `user`; `problem` is the fault of the last answer.
    case askPassword(user: String, problem: AccountError?)
    /// Request the account of a user name and a password.
    case checkPassword(user: String, Secret<String>)
    /// Show the account, and ask whether it is the right one.
    case confirm(AccountIdentity)
    /// Store the account and its credential, remove the accounts that they replace, and end the
    /// grants of the credentials that are no longer stored.
    case store(Account, AccountCredential, replaces: Bool)
    /// End a grant that is not used; a failure has no consequence.
    case revoke(AccountCredential)
    /// Close the port for the callback.
    case closeCallback
    /// End with the account.
    case finish(Account)
    /// End with an error.
    case fail(AccountError)
}
