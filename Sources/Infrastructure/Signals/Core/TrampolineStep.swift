/// An act that a drain of the trampoline performs later.
enum TrampolineStep {
    /// End a lifetime.
    case tearDown(Disposable)
    /// Run the actions of a lifetime that is over, last added first.
    case actions(Disposable)
}
