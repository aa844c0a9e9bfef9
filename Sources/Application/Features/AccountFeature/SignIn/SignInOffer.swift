import Accounts
import ProgramServices
import Routing
import SceneFlow
import Scheduling
import Signals

/// The offer to sign in, for a person without an account.
struct SignInOffer: Sendable {
    /// Asks the person.
    let host: @MainActor @Sendable () -> any SceneHost
    /// Returns whether the user is signed in to an account.
    let hasAccount: @Sendable () async throws -> Bool
    /// Signs in.
    let signIn: @MainActor @Sendable () async throws -> Void

    /// Returns when the user is signed in to an account.
    ///
    /// - Throws: a `RouteError` with the code `declined` if the person does not want to; the error
    ///   of the sign-in.
    @MainActor
    func make() async throws {
        if try await hasAccount() { return }
        var isAccepted = false
        for try await answer in host().ask(OfferSignIn()).values(in: .main) {
            isAccepted = answer
        }
        guard isAccepted else { throw RouteError(.declined, route: RequireAccount.name) }
        try await signIn()
    }
}
