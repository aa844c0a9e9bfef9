/// Keeps long chains off the stack.
///
/// Every `stride` operators an *island* lies in a chain. What arrives there while a drain runs further up the stack becomes a step
/// of the drain instead of a call, so that the stack unwinds first. The steps are a stack themselves, last in, first out. A caller
/// that pushes a step, or calls what may push one, does so as its last act; a caller that has more to do pushes the rest as a step
/// before (`Sink.run(_:then:)`), or opens a drain of its own (`complete`). So the order of all effects is the order of plain calls.
///
/// Teardown takes the same way, and so does releasing: an island's contents are dropped by the outermost release.
@usableFromInline
enum Trampoline {
    /// Something that a drain does later.
    enum Step {
        case run(() -> Void)
        /// End a lifetime.
        case tearDown(Disposable)
        /// Run the actions of a lifetime that is over, last added first.
        case actions(Disposable)
    }

    /// How many operators may call one another directly.
    @usableFromInline static let stride = 32

    /// Runs `continuation` now, or when the stack has unwound to the drain that is under way.
    static func hop(_ continuation: @escaping () -> Void) {
        let thread = ThreadState.current
        if thread.isDraining {
            thread.steps.append(.run(continuation))
        } else {
            complete(continuation)
        }
    }

    /// Runs `work`, then `next`, when all steps that follow from `work` have been taken.
    @usableFromInline
    static func run(_ work: () -> Void, then next: @escaping () -> Void) {
        let thread = ThreadState.current
        guard thread.isDraining else { return complete { run(work, then: next) } }
        thread.steps.append(.run(next))
        work()
    }

    /// Releases `value` when all steps have been taken that the caller brings about.
    @usableFromInline
    static func release<Value>(_ value: Value) {
        push(.run { withExtendedLifetime(value) {} })
    }

    /// Runs what `next` gives, until it gives nothing, each when all steps that follow from the former one have been taken.
    @usableFromInline
    static func run(all next: @escaping () -> (() -> Void)?) {
        guard let work = next() else { return }
        run(work) { run(all: next) }
    }

    /// Has the drain that is under way take `step` next; opens a drain when there is none.
    static func push(_ step: Step) {
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
            case .run(let continuation): continuation()
            case .tearDown(let lifetime): lifetime.takeDown()
            case .actions(let lifetime): lifetime.runLastAction()
            }
        }
        thread.isDraining = wasDraining
    }

    /// Empties `box` now, or when the stack has unwound to the release that is under way.
    static func empty(_ box: any Emptiable) {
        let thread = ThreadState.current
        thread.released.append(box)
        guard !thread.isReleasing else { return }
        thread.isReleasing = true
        while let box = thread.released.popLast() { box.empty() }
        thread.isReleasing = false
    }
}

/// What the trampoline empties, whoever holds it still.
protocol Emptiable: AnyObject {
    func empty()
}

/// Holds one end of an island, and has it emptied by the trampoline when it dies.
final class Island<Content> {
    private final class Box: Emptiable {
        var content: Content?

        init(_ content: Content) { self.content = content }

        func empty() { content = nil }
    }

    private let box: Box

    init(_ content: Content) { box = Box(content) }

    deinit { Trampoline.empty(box) }

    var content: Content {
        guard let content = box.content else {
            preconditionFailure("an island outlived its contents")
        }
        return content
    }
}
