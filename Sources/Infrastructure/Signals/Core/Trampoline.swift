/// Keeps long chains off the stack.
///
/// Every `stride` operators an *island* lies in a chain. What arrives there while a drain runs
/// further up the stack is left as the drain's continuation instead of being called, so that the
/// stack unwinds first. An operator hands on as its last act, so at most one continuation waits;
/// whoever does more than hand on settles it before.
///
/// Releasing goes the same way: an island's contents are dropped by the outermost release.
@usableFromInline
enum Trampoline {
    /// How many operators may call one another directly.
    @usableFromInline static let stride = 64

    /// Runs `continuation` now, or when the stack has unwound to the drain that is under way.
    static func hop(_ continuation: @escaping () -> Void) {
        let thread = ThreadState.current
        guard thread.isDraining else { return drain(thread, continuation) }
        // A continuation that waits still came earlier, so it goes first.
        settle()
        thread.continuation = continuation
    }

    /// Runs the continuation that waits, if any, and what follows from it.
    @usableFromInline
    static func settle() {
        let thread = ThreadState.current
        guard let continuation = thread.continuation else { return }
        thread.continuation = nil
        drain(thread, continuation)
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

    private static func drain(_ thread: ThreadState, _ first: @escaping () -> Void) {
        let wasDraining = thread.isDraining
        thread.isDraining = true
        var next: (() -> Void)? = first
        while let continuation = next {
            continuation()
            next = thread.continuation
            thread.continuation = nil
        }
        thread.isDraining = wasDraining
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
