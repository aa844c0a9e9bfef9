import SceneFlow
import Signals

enum LoginScene: String, SceneIdentifier, Codable {
    case name, address, code, exchange, identity, store
}

struct LoginState: Sendable, Codable, Equatable {
    var name = ""
    var owner = ""
    var attempts = 0
    var verifier = UnsavedSecret<String>()
    var code = UnsavedSecret<String>()
}

typealias LoginFlow = Flow<LoginScene, LoginState, SignedIn>

/// The sign-in with a consent page.
func loginFlow(_ service: LoginService, on host: any SceneHost) -> LoginFlow {
    LoginFlow("login", LoginScene.self, LoginState(), entry: .name, output: SignedIn.self)
        .scene(.name, next: .to(.address)) { NameScene(name: $0.part(\.name), host: host) }
        .scene(.address, next: .to(.code)) {
            AddressScene(verifier: $0.part(\.verifier), service: service, host: host)
        }
        .scene(.code, needs: \.verifier, next: .to(.exchange)) {
            CodeScene(code: $0.part(\.code), attempts: $0.part(\.attempts), host: host)
        }
        .scene(.exchange, needs: \.verifier, \.code) {
            ExchangeScene(
                code: $0.reading(\.code), verifier: $0.reading(\.verifier),
                owner: $0.part(\.owner), service: service)
        } next: { exit, state in
            switch exit {
            case .signedIn: .to(.identity)
            case .codeRefused: state.attempts < 3 ? .backTo(.address) : .fail(Oops())
            }
        }
        .scene(.identity) {
            IdentityScene(owner: $0.reading(\.owner), host: host)
        } next: { exit, _ in
            switch exit {
            case .right: .to(.store)
            case .wrong: .cancel
            }
        }
        .scene(.store) { parts in
            let (name, owner) = (parts.reading(\.name), parts.reading(\.owner))
            return StoreScene(
                account: { SignedIn(name: name.value, owner: owner.value) }, store: service.store)
        } next: { account, _ in
            .finish(account)
        }
}

enum WebDAVScene: SceneIdentifier {
    case password, name, identity, store
}

struct WebDAVState: Sendable {
    var account = SignedIn(name: "", owner: "")
    var password = UnsavedSecret<String>()
}

/// The sign-in with a password: three scenes are those of the sign-in with a consent page.
func webDAVFlow(
    _ service: LoginService, on host: any SceneHost
) -> Flow<WebDAVScene, WebDAVState, SignedIn> {
    Flow(
        "webdav", WebDAVScene.self, WebDAVState(), entry: .password, output: SignedIn.self
    )
    .scene(.password, next: .to(.name)) {
        PasswordScene(
            password: $0.part(\.password), owner: $0.part(\.account.owner), host: host)
    }
    .scene(.name, next: .to(.identity)) { NameScene(name: $0.part(\.account.name), host: host) }
    .scene(.identity) {
        IdentityScene(owner: $0.reading(\.account.owner), host: host)
    } next: { exit, _ in
        switch exit {
        case .right: .to(.store)
        case .wrong: .backTo(.password)
        }
    }
    .scene(.store) { parts in
        let account = parts.reading(\.account)
        return StoreScene(account: { account.value }, store: service.store)
    } next: { account, _ in
        .finish(account)
    }
}
