/// The owner of an account, as the server describes it.
///
/// All texts come from the server: escape them before they are written to a terminal.
public struct AccountIdentity: Hashable, Sendable {
    /// The identifier of the account.
    public let account: FeedAccount
    /// The owner's name for display; `nil` if the server sends none.
    public let name: String?
    /// The owner's e-mail address; `nil` if the server sends none.
    public let email: String?
    /// The identifier of the team's space, if it is not the owner's own; else `nil`.
    ///
    /// Requests that do not name the team's space see the owner's files only.
    public let teamSpace: String?

    /// Creates the description of the owner of `account`.
    public init(
        account: FeedAccount, name: String? = nil, email: String? = nil, teamSpace: String? = nil
    ) {
        self.account = account
        self.name = name
        self.email = email
        self.teamSpace = teamSpace
    }
}
