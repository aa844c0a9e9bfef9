import Accounts
import Routing
import SceneFlow
import Scheduling
import Signals

/// The decision about a route that needs an account: it offers a person the sign-in first.
struct SignInOffer: Sendable {
    /// Asks the person.
    let host: @MainActor @Sendable () -> any SceneHost
    /// Returns whether the user is signed in to an account.
    let hasAccount: @Sendable () async throws -> Bool
    /// Signs in.
    let signIn: @MainActor @Sendable () async throws -> Void

    @MainActor
    func decide<Output>(about output: Output.Type) async -> RouteDecision<Output> {
        do {
            if try await hasAccount() { return .proceed }
            var isAccepted = false
            for try await answer in host().ask(OfferSignIn()).values(in: .main) {
                isAccepted = answer
            }
            guard isAccepted else { return .decline }
            try await signIn()
            return .proceed
        } catch {
            return .fail(error)
        }
    }
}
