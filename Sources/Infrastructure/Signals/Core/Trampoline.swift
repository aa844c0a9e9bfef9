/// Keeps the stack flat in long chains of operators.
///
/// Every `stride` operators a *segment* lies in a chain. An event that arrives there while a drain
/// runs further up the stack becomes a step of the drain instead of a call, so that the stack
/// unwinds first. The steps form a stack themselves, last in, first out.
///
/// A caller that pushes a step, or calls code that may push one, does so as its last act. A caller
/// that has more to do pushes the rest as a step before (`Sink.run(_:then:)`), or opens a drain of
/// its own (`complete`). So the order of all effects is the order of plain calls.
///
/// Teardown works in the same way, and so does the release of chains: the outermost release drops
/// the contents of a segment.
@usableFromInline
enum Trampoline {
    /// The number of operators that may call one another directly.
    @inlinable static var stride: Int { 32 }

    /// Runs `continuation` now, or when the stack has unwound to the drain in progress.
    static func bounce(_ continuation: @escaping () -> Void) {
        let thread = ThreadState.current
        if thread.isDraining {
            thread.steps.append(.run(continuation))
        } else {
            complete(continuation)
        }
    }

    /// Runs `work`, then `next` after all steps that follow from `work`.
    @usableFromInline
    static func run(_ work: () -> Void, then next: @escaping () -> Void) {
        let thread = ThreadState.current
        guard thread.isDraining else { return complete { run(work, then: next) } }
        thread.steps.append(.run(next))
        work()
    }

    /// Releases `value` after all steps that the caller causes.
    @usableFromInline
    static func release<Value>(_ value: Value) {
        push(.run { withExtendedLifetime(value) {} })
    }

    /// Runs the closures that `next` returns, until it returns `nil`.
    ///
    /// Each runs after all steps that follow from the former one.
    @usableFromInline
    static func run(all next: @escaping () -> (() -> Void)?) {
        guard let work = next() else { return }
        run(work) { run(all: next) }
    }

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
            case .run(let continuation): continuation()
            case .tearDown(let lifetime): lifetime.takeDown()
            case .actions(let lifetime): lifetime.runLastAction()
            }
        }
        thread.isDraining = wasDraining
    }

    /// Empties `box` now, or when the stack has unwound to the release in progress.
    static func empty(_ box: any Emptiable) {
        let thread = ThreadState.current
        thread.released.append(box)
        guard !thread.isReleasing else { return }
        thread.isReleasing = true
        while let box = thread.released.popLast() { box.empty() }
        thread.isReleasing = false
    }
}

/// Holds one end of a segment; the trampoline empties it when the segment is released.
final class TrampolineSegment<Content> {
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
            preconditionFailure("the content of a segment has been released")
        }
        return content
    }
}
