import Accounts
import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

/// A user who signs in: pastes the code that the server shows, and confirms the account.
@MainActor
final class SimulatedSignIn {
    private let server: SimulatedServer
    private var state: SignInState
    /// The address of the page that shows the code.
    private var address: HTTPURL?

    /// Creates a sign-in that replaces an account of this name.
    init(to provider: FeedProvider, as name: String, at server: SimulatedServer) throws {
        self.server = server
        var options = SignInOptions(
            provider: provider.name, scopes: provider.signIn?.scopes ?? [])
        options.name = try AccountName(name)
        options.appKey = "simulated-app"
        options.replaces = true
        state = SignInState(options)
    }

    /// Performs the effects of the sign-in until it has ended.
    func run(with services: SchedulerBound<SignInServices>) async throws {
        var effects = state.start
        while !effects.isEmpty {
            let effect = effects.removeFirst()
            if case .fail(let error) = effect { throw error }
            var event = try await answer(to: effect)
            if event == nil {
                event = try await services.signal { $0.events(of: effect) ?? .empty }.last()
            }
            if let event { effects += state.handle(event) }
        }
    }

    /// The user's answer; `nil` for an effect that is not a question.
    private func answer(to effect: SignInEffect) async throws -> SignInEvent? {
        switch effect {
        case .show(let address, let problem):
            if let problem { throw problem }
            self.address = address
            return nil
        case .askCode(let problem, _):
            if let problem { throw problem }
            guard let address else { return nil }
            return .pasted(try await server.consent(to: address))
        case .confirm: return .confirmed(true)
        default: return nil
        }
    }
}
