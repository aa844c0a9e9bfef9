import Accounts

/// One run of a sign-in.
@MainActor
protocol SignIn {
    /// Signs in.
    ///
    /// The cancellation of the task stops the sign-in.
    ///
    /// - Throws: `AccountError`.
    func account() async throws -> Account
}
