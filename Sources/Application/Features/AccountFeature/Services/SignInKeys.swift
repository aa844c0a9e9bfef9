import Accounts
import CommandLineProgram
import Composition
import PhotoFeed

/// The services of a sign-in, over the gateway of its account.
enum SignInServicesKey: ServiceKey {
    typealias Service = SignInServices
    static let role = SchedulerRole.business
    static let scope = ScopeLevel.account
}

/// Ends the sign-in of an account.
enum SignOutKey: ServiceKey {
    typealias Service = SignOut
    static let role = SchedulerRole.business
    static let scope = ScopeLevel.account
}

extension FeedProvider {
    /// The description of the provider's sign-in; `nil` for a provider with passwords.
    ///
    /// - Throws: `ProgramError` if the provider has none.
    var requiredSignIn: OAuthProvider? {
        get throws(ProgramError) {
            guard signIn != nil || credentialForm == .password else {
                throw ProgramError(.usage, "\(displayName) has no sign-in by a browser")
            }
            return signIn
        }
    }
}
