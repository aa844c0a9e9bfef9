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

extension AccountIdentity {
    /// Whether `user` is the e-mail address or the identifier of the account.
    func isOf(_ user: String) -> Bool {
        /// The bytes without the difference between the letters `A` and `a`.
        func folded(_ text: String) -> [UInt8] {
            text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        }
        return user.utf8.elementsEqual(account.rawValue.utf8)
            || email.map { folded($0) == folded(user) } == true
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

    /// The error of a sign-in to another account than the one of `user`.
    static func unexpected(_ identity: AccountIdentity, insteadOf user: String) -> AccountError {
        let owner = identity.email ?? identity.name ?? "\(identity.account)"
        return AccountError(
            .accountMismatch,
            "the browser has signed in to the account of \(owner), not to that of \(user)",
            advice: "sign in to the right account in the browser, then run login again")
    }
}
