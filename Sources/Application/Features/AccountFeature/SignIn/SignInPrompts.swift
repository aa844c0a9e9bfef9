import Accounts
import KeyedStore
import PhotoFeed
import SceneFlow

/// The question for the name of an account; an empty answer accepts the suggestion.
struct AskName: Prompt {
    typealias Answer = String
    static let name = "NAME"

    let suggestion: String
    /// The name of the provider for people.
    let provider: String
    /// The fault of the last answer.
    let problem: AccountError?
}

/// The question for the key of the user's app.
struct AskAppKey: Prompt {
    typealias Answer = String
    static let name = "--app-key KEY"

    /// The name of the provider for people.
    let provider: String
    /// The fault of the last answer.
    let problem: AccountError?
}

/// The question for the code that the provider's page shows.
struct AskCode: Prompt {
    typealias Answer = String
    static let name = "code"

    /// The fault of the last answer.
    let problem: AccountError?
}

/// The question for the user name at a server.
struct AskUser: Prompt {
    typealias Answer = String
    static let name = "--user NAME"

    /// The name of the provider for people.
    let provider: String
    /// The fault of the last answer.
    let problem: AccountError?
}

/// The question for the password of a user, which is not shown.
struct AskPassword: Prompt {
    typealias Answer = Secret<String>
    static let name = "--password-stdin"

    let user: String
    /// The name of the provider for people.
    let provider: String
    /// The fault of the last answer.
    let problem: AccountError?
}

/// The question whether the account is the right one.
struct ConfirmAccount: Prompt {
    typealias Answer = Bool
    static let name = "confirmation"

    let identity: AccountIdentity
    /// The name of the provider for people.
    let provider: String
    /// Whether requests will see the space of the owner's team.
    var usesTeamSpace = false
}

/// The question whether a person without an account signs in now.
struct OfferSignIn: Prompt {
    typealias Answer = Bool
    static let name = "sign-in"
}

/// The address of the page on which the user allows the access.
struct ShowAddress: Notice {
    let address: String
    /// The name of the provider for people.
    let provider: String
    /// Whether the program waits for the browser; otherwise the user pastes a code.
    let isAwaited: Bool
    /// The reason why the code for the last address was refused.
    let problem: AccountError?
}
