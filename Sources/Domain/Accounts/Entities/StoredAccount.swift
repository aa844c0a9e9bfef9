import KeyedStore
import PhotoFeed

/// The content of `account.json`: an account without its name, which is that of the folder.
struct StoredAccount: Codable, Sendable {
    /// The key of the account in its file.
    static let key = Key<StoredAccount?>("account")

    var provider: String
    var endpoint: String?
    var appKey: String
    var accountID: String
    var displayName: String?
    var email: String?
    var teamSpace: String?
    var usesTeamSpace: Bool
    var scopes: [String]
    var credentialCommand: String?
    var library: String?
    var certificate: String?
    var usesInsecureHTTP: Bool?

    init(_ account: Account) {
        provider = account.provider
        endpoint = account.endpoint
        appKey = account.appKey
        accountID = account.identity.account.rawValue
        displayName = account.identity.name
        email = account.identity.email
        teamSpace = account.identity.teamSpace
        usesTeamSpace = account.usesTeamSpace
        scopes = account.scopes
        credentialCommand = account.credentialCommand
        library = account.library
        certificate = account.certificate
        usesInsecureHTTP = account.usesInsecureHTTP ? true : nil
    }

    /// The account under the name of its folder.
    func account(named name: AccountName) -> Account {
        var account = Account(
            name: name, provider: provider, endpoint: endpoint, appKey: appKey,
            identity: AccountIdentity(
                account: FeedAccount(rawValue: accountID), name: displayName, email: email,
                teamSpace: teamSpace),
            scopes: scopes, usesTeamSpace: usesTeamSpace, credentialCommand: credentialCommand,
            library: library)
        account.certificate = certificate
        account.usesInsecureHTTP = usesInsecureHTTP ?? false
        return account
    }
}
