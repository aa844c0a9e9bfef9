import Accounts
import HTTPGateway
import SceneFlow
import Scheduling
import Signals

/// Performs the effects of a sign-in: the questions through a host, the others by its services.
@MainActor
struct SignInEffects {
    private let services: SchedulerBound<SignInServices>
    private let host: any SceneHost
    private let provider: String
    private let options: SignInOptions

    /// Creates the performer of the effects.
    ///
    /// - Parameters:
    ///   - services: the services of the sign-in.
    ///   - host: asks the questions, and shows the messages.
    ///   - provider: the name of the provider for people.
    ///   - options: the choices of the user.
    init(
        _ services: SchedulerBound<SignInServices>, host: any SceneHost, provider: String,
        options: SignInOptions
    ) {
        self.services = services
        self.host = host
        self.provider = provider
        self.options = options
    }

    /// Returns a signal that performs an effect, and sends the event that follows.
    func events(of effect: SignInEffect) -> Signal<SignInEvent, Never> {
        switch effect {
        case .askName(let suggestion, let problem):
            ask(AskName(suggestion: "\(suggestion)", provider: provider, problem: problem)) {
                .named($0)
            }
        case .askAppKey(let problem):
            ask(AskAppKey(provider: provider, problem: problem)) { .enteredAppKey($0) }
        case .show(let address, let problem):
            .deferred {
                host.show(
                    ShowAddress(
                        address: address.string, provider: provider,
                        isAwaited: options.usesCallback,
                        problem: problem))
                return .empty
            }
        case .askCode(let problem, let limit):
            ask(AskCode(problem: problem), within: limit) { .pasted($0) }
        case .askUser(let problem):
            ask(AskUser(provider: provider, problem: problem)) { .enteredUser($0) }
        case .askPassword(let user, let problem):
            ask(AskPassword(user: user, provider: provider, problem: problem)) {
                .enteredPassword($0)
            }
        case .confirm(let identity):
            ask(
                ConfirmAccount(
                    identity: identity, provider: provider, usesTeamSpace: options.usesTeamSpace)
            ) { .confirmed($0) }
        default: performed(effect)
        }
    }

    private func performed(_ effect: SignInEffect) -> Signal<SignInEvent, Never> {
        services.signal { $0.events(of: effect) ?? .empty }
            .deliver(in: .main)
            .catch { error in
                .just(.failed((error.cause as? AccountError) ?? AccountError(unavailable: error)))
            }
    }

    /// Asks a question; the end of the input stops the sign-in.
    private func ask<Question: Prompt>(
        _ question: Question, within limit: Duration? = nil,
        _ event: @escaping (Question.Answer) -> SignInEvent
    ) -> Signal<SignInEvent, Never> {
        var answer = host.ask(question)
        if let limit {
            answer = answer.timeout(
                limit, in: .main, failingWith: FlowError(.deadlineExceeded, "no input in time"))
        }
        return answer.take(1).map(event)
            .catch { error in
                .just(
                    .failed(
                        error.code == .deadlineExceeded
                            ? AccountError(.timedOut, "no code was entered in time")
                            : AccountError(.inputMissing, error.message)))
            }
            .defaultIfEmpty(.cancelled)
    }
}
