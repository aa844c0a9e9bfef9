/// The stored credential of an account at an earlier moment.
///
/// A sign-out recognizes by it whether another sign-in has stored a credential since.
package enum FormerCredential: Sendable, Hashable {
    /// The credential.
    case stored(AccountCredential)
    /// None was stored.
    case absent
    /// It could not be read.
    case unreadable(AccountError)

    /// Whether another sign-in has stored `credential` since.
    ///
    /// A credential that could not be read may be the same one, unless it was damaged.
    func isReplaced(by credential: AccountCredential) -> Bool {
        switch self {
        case .stored(let former): credential.isReplacement(of: former)
        case .absent: true
        case .unreadable(let error): error.code == .credentialDamaged
        }
    }
}
