import Accounts
import Events
import ProgramServices

/// A sign-in that posts its beginning and its failure, for the usage.
///
/// It changes no outcome: the account, the error and the cancellation are those of the sign-in
/// inside. Its success is the event `AccountSignedIn`.
@MainActor
struct TrackedSignIn: SignIn {
    private let signIn: any SignIn
    private let events: EventHub

    /// Creates a sign-in around another one.
    init(_ signIn: any SignIn, posting events: EventHub) {
        self.signIn = signIn
        self.events = events
    }

    /// See `SignIn`.
    func account() async throws -> Account {
        events.post(SignInBegan())
        do {
            return try await signIn.account()
        } catch {
            events.post(SignInFailed(error))
            throw error
        }
    }
}
