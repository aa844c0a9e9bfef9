import SceneFlow
import Signals

struct AskName: Prompt {
    typealias Answer = String
    static let name = "name"
}

struct AskCode: Prompt {
    typealias Answer = String
    static let name = "code"
    let attempt: Int
}

struct AskConfirmation: Prompt {
    typealias Answer = Bool
    static let name = "yes"
    let owner: String
}

struct AskPassword: Prompt {
    typealias Answer = String
    static let name = "password"
}

struct ShowAddress: Notice {
    let address: String
}

/// The account that a sign-in leads to.
struct SignedIn: Sendable, Equatable {
    var name: String
    var owner: String
}

/// Asks for the name of the account.
final class NameScene: FlowScene {
    private let name: ScenePart<String>
    private let host: any SceneHost

    init(name: ScenePart<String>, host: any SceneHost) { (self.name, self.host) = (name, host) }

    func entered(_ visit: SceneVisit<Void>) {
        visit.ask(AskName(), of: host) { [name] answer in
            name.value = answer
            visit.exit()
        }
    }
}

/// Makes a verifier, and shows the address at which a person allows the access.
final class AddressScene: FlowScene {
    private let verifier: ScenePart<UnsavedSecret<String>>
    private let service: LoginService
    private let host: any SceneHost

    init(verifier: ScenePart<UnsavedSecret<String>>, service: LoginService, host: any SceneHost) {
        (self.verifier, self.service, self.host) = (verifier, service, host)
    }

    func entered(_ visit: SceneVisit<Void>) {
        verifier.value = UnsavedSecret(service.makeVerifier())
        host.show(ShowAddress(address: "https://example.org/authorize"))
        visit.exit()
    }
}

/// Asks for the code until it has an acceptable form.
final class CodeScene: FlowScene {
    private let code: ScenePart<UnsavedSecret<String>>
    private let attempts: ScenePart<Int>
    private let host: any SceneHost

    init(code: ScenePart<UnsavedSecret<String>>, attempts: ScenePart<Int>, host: any SceneHost) {
        (self.code, self.attempts, self.host) = (code, attempts, host)
    }

    func entered(_ visit: SceneVisit<Void>) {
        attempts.value += 1
        ask(visit)
    }

    private func ask(_ visit: SceneVisit<Void>) {
        visit.ask(AskCode(attempt: attempts.value), of: host) { [self] answer in
            guard !answer.isEmpty, answer.allSatisfy(\.isASCII) else { return ask(visit) }
            code.value = UnsavedSecret(answer)
            visit.exit()
        }
    }
}

/// Exchanges the code for the owner of the account.
final class ExchangeScene: FlowScene {
    enum Exit {
        case signedIn
        case codeRefused
    }

    private let code: Property<UnsavedSecret<String>>
    private let verifier: Property<UnsavedSecret<String>>
    private let owner: ScenePart<String>
    private let service: LoginService

    init(
        code: Property<UnsavedSecret<String>>, verifier: Property<UnsavedSecret<String>>,
        owner: ScenePart<String>, service: LoginService
    ) {
        (self.code, self.verifier, self.owner, self.service) = (code, verifier, owner, service)
    }

    func entered(_ visit: SceneVisit<Exit>) {
        service.owner(of: code.value.value ?? "", verifier.value.value ?? "")
            .observe(within: visit.lifetime) { [owner] found in
                guard let found else { return visit.exit(.codeRefused) }
                owner.value = found
                visit.exit(.signedIn)
            }
    }
}

/// Asks for the password of a server without consent page.
final class PasswordScene: FlowScene {
    private let password: ScenePart<UnsavedSecret<String>>
    private let owner: ScenePart<String>
    private let host: any SceneHost

    init(
        password: ScenePart<UnsavedSecret<String>>, owner: ScenePart<String>, host: any SceneHost
    ) {
        (self.password, self.owner, self.host) = (password, owner, host)
    }

    func entered(_ visit: SceneVisit<Void>) {
        visit.ask(AskPassword(), of: host) { [self] answer in
            password.value = UnsavedSecret(answer)
            owner.value = "webdav user"
            visit.exit()
        }
    }
}

/// Asks whether the owner of the account is the right one.
final class IdentityScene: FlowScene {
    enum Exit {
        case right
        case wrong
    }

    private let owner: Property<String>
    private let host: any SceneHost

    init(owner: Property<String>, host: any SceneHost) { (self.owner, self.host) = (owner, host) }

    func entered(_ visit: SceneVisit<Exit>) {
        visit.ask(AskConfirmation(owner: owner.value), of: host) { isRight in
            visit.exit(isRight ? .right : .wrong)
        }
    }
}

/// Stores the credential: the last scene, before which nothing is stored.
final class StoreScene: FlowScene {
    private let account: () -> SignedIn
    private let store: (SignedIn) throws -> Void

    init(account: @escaping () -> SignedIn, store: @escaping (SignedIn) throws -> Void) {
        (self.account, self.store) = (account, store)
    }

    func entered(_ visit: SceneVisit<SignedIn>) {
        let account = account()
        do {
            try store(account)
            visit.exit(account)
        } catch {
            visit.fail(error)
        }
    }
}

/// The part of a sign-in that asks a server; a test answers in its place.
final class LoginService {
    var codes: Set<String> = ["4711"]
    private(set) var stored: [SignedIn] = []
    private var verifiers = 0

    func makeVerifier() -> String {
        verifiers += 1
        return "canary-verifier-\(verifiers)"
    }

    func owner(of code: String, _ verifier: String) -> Signal<String?, Never> {
        let isKnown = codes.contains(code) && verifier.hasPrefix("canary-verifier")
        return .just(isKnown ? "Ada" : nil)
    }

    func store(_ account: SignedIn) { stored.append(account) }
}
