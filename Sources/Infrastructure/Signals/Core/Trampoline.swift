/// Tears down the lifetimes of a chain one after another, so that the stack does not grow.
///
/// The steps form a stack: what follows from a step comes before the other steps. So the order of
/// all effects is the order of plain calls.
@usableFromInline
enum Trampoline {
    /// Makes `step` the next step of the drain in progress; opens a drain when there is none.
    static func push(_ step: TrampolineStep) {
        let thread = ThreadState.current
        if thread.isDraining { thread.steps.append(step) } else { complete { push(step) } }
    }

    /// Runs `body` and all steps that follow from it.
    @usableFromInline
    static func complete(_ body: () -> Void) {
        let thread = ThreadState.current
        let base = thread.steps.count
        let wasDraining = thread.isDraining
        thread.isDraining = true
        body()
        while thread.steps.count > base, let step = thread.steps.popLast() {
            switch step {
            case .tearDown(let lifetime): lifetime.takeDown()
            case .actions(let lifetime): lifetime.runLastAction()
            }
        }
        thread.isDraining = wasDraining
    }
}
