import Accounts
import SceneFlow
import Signals

extension SignInState.Scene: SceneIdentifier {}

/// A scene of a sign-in: performs the effects of the state machine, and passes it the events.
///
/// All scenes are of this class, because the state machine decides on the effects and on the next
/// scene. The host decides on the words of the questions.
@MainActor
final class SignInScene: @MainActor FlowScene {
    // not @Schedulable: confined to the main actor
    /// The ways out of a scene.
    enum Exit {
        case next(SignInState.Scene)
        case finished(Account)
    }

    private let course: ScenePart<SignInCourse>
    private let effects: SignInEffects
    private let stop: Signal<Void, Never>

    /// Creates a scene.
    ///
    /// - Parameters:
    ///   - course: the state of the sign-in.
    ///   - effects: performs the effects.
    ///   - stop: sends a value when the user stops the sign-in.
    init(
        _ course: ScenePart<SignInCourse>, _ effects: SignInEffects, stop: Signal<Void, Never>
    ) {
        self.course = course
        self.effects = effects
        self.stop = stop
    }

    func entered(_ visit: SceneVisit<Exit>) {
        stop.observe(within: visit.lifetime) { [self] in handle(.cancelled, visit) }
        perform(course.value.effects[...], visit)
    }

    private func handle(_ event: SignInEvent, _ visit: SceneVisit<Exit>) {
        guard !visit.isOver else { return }
        var step = SignInCourse.Step.stay([])
        course.modify { step = $0.handle(event) }
        switch step {
        case .stay(let effects): perform(effects[...], visit)
        case .leave(let scene): visit.exit(.next(scene))
        }
    }

    /// Performs effects in their order, each after the end of the one before.
    private func perform(_ effects: ArraySlice<SignInEffect>, _ visit: SceneVisit<Exit>) {
        guard !visit.isOver, let effect = effects.first else { return }
        switch effect {
        case .finish(let account): visit.exit(.finished(account))
        case .fail(let error): visit.fail(error)
        default:
            self.effects.events(of: effect).observe(within: visit.lifetime) { [self] event in
                handle(event, visit)
            } completed: { [self] in
                perform(effects.dropFirst(), visit)
            }
        }
    }
}
