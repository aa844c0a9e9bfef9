import Accounts
import SceneFlow
import Signals

/// The flow of a sign-in.
typealias SignInFlow = Flow<SignInState.Scene, SignInCourse, Account>

extension SignInFlow {
    /// Returns the flow of a sign-in; its result is the account.
    ///
    /// Every row is the same: the state machine of the course decides where an exit leads.
    ///
    /// - Parameters:
    ///   - options: the choices of the user.
    ///   - effects: performs the effects.
    ///   - stop: sends a value when the user stops the sign-in.
    @MainActor
    static func signIn(
        _ options: SignInOptions, _ effects: SignInEffects, stop: Signal<Void, Never>
    ) -> SignInFlow {
        let empty = SignInFlow(
            SignInState.Scene.self, SignInCourse(options), entry: .name, output: Account.self)
        return SignInState.Scene.allCases.reduce(empty) { flow, scene in
            flow.scene(scene) {
                SignInScene($0.part(\.self), effects, stop: stop)
            } next: { exit, _ in
                switch exit {
                case .next(let scene): .to(scene)
                case .finished(let account): .finish(account)
                }
            }
        }
    }
}
