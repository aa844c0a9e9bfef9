import PhotoFeed

extension Account {
    /// The reason why the account cannot be added to `known`; `nil` if it can.
    ///
    /// A name stands for one account, and an account has one name. A second sign-in to the same
    /// account under its own name is not a conflict.
    func conflict(among known: [Account]) -> AccountError? {
        if let other = known.first(where: { $0.name == name && !$0.isSame(as: self) }) {
            return .taken(name, by: other)
        }
        guard let other = known.first(where: { $0.name != name && $0.isSame(as: self) }) else {
            return nil
        }
        return AccountError(
            .accountMismatch, "this account is already signed in as \(other.name)",
            advice: "\(other.loginAdvice), or give --replace to use \(name) in its place")
    }
}

extension AccountError {
    /// The error of a name that belongs to another account.
    static func taken(_ name: AccountName, by other: Account) -> AccountError {
        let owner = other.identity.email ?? other.identity.name ?? "\(other.identity.account)"
        return AccountError(
            .accountMismatch,
            "the name \(name) belongs to the account of \(owner) at \(other.provider)",
            advice: "choose another name, or give --replace")
    }
}
