import Accounts

/// The state that the scenes of a sign-in share: the state machine, and the effects that the next
/// scene begins with.
struct SignInCourse: Sendable {
    /// The consequence of an event.
    enum Step: Sendable {
        /// The scene continues with these effects.
        case stay([SignInEffect])
        /// Another scene follows, with the effects of the course.
        case leave(to: SignInState.Scene)
    }

    private var machine: SignInState
    /// The effects that the next scene begins with.
    private(set) var effects: [SignInEffect]

    /// Creates the course of a sign-in with the choices `options`.
    init(_ options: SignInOptions) {
        machine = SignInState(options)
        effects = machine.start
    }

    /// Passes an event to the state machine.
    mutating func handle(_ event: SignInEvent) -> Step {
        let scene = machine.scene
        let effects = machine.handle(event)
        guard machine.scene != scene else { return .stay(effects) }
        self.effects = effects
        return .leave(to: machine.scene)
    }
}
