import Accounts
import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

func use(_ credential: AccountCredential) {}

func store(_ accounts: AccountStore, _ account: Account) async throws {
    // snippet CredentialStore
}

func redeem(_ answer: AuthorizationAnswer) {}
func report(_ completion: Completion<AccountError>) {}
func show(_ address: HTTPURL) {}

func signIn(
    _ provider: OAuthProvider, _ proof: AuthorizationProof, _ key: String,
    home: SchedulerIsolation
) async throws {
    // snippet CallbackListener
}

func perform(_ event: SignInEvent, _ state: inout SignInState, _ services: SignInServices) {
    func send(_ event: SignInEvent) {}
    // snippet SignInServices
}

func connection(_ gateway: any RequestGateway, _ issuer: any TokenIssuer, _ account: Account) {
    // snippet TokenSource
    _ = connection
}
