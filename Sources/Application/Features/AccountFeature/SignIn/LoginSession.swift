import Accounts
import SceneFlow
import Scheduling
import Signals

/// One run of a sign-in, which can be stopped.
@MainActor
final class LoginSession: SignIn {  // not @Schedulable: confined to the main actor
    private let flow: SignInFlow
    private let stops: Subject<Void, Never>

    /// Creates the session of a sign-in with the choices `options`.
    init(_ options: SignInOptions, _ effects: SignInEffects) {
        stops = Subject(replaying: 1)
        flow = .signIn(options, effects, stop: stops.signal)
    }

    /// Signs in.
    ///
    /// The cancellation of the task stops the sign-in: a grant that was not stored is ended first.
    ///
    /// - Throws: `AccountError`.
    func account() async throws -> Account {
        let run = Task { [flow] in try await flow.run(in: .main) }
        return try await withTaskCancellationHandler {
            try await run.value
        } onCancel: {
            Task { @MainActor in self.stops.send(()) }
        }
    }
}
