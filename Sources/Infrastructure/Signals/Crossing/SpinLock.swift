import Scheduling
public import Synchronization

/// A lock for very short critical sections; a waiting thread yields the processor.
///
/// It is inlined into its user, so that the thread sanitizer recognizes the order that it
/// establishes.
@usableFromInline
struct SpinLock: ~Copyable, Sendable {
    @usableFromInline let isTaken = Atomic(false)

    @inlinable
    init() {}

    @inlinable
    func lock() {
        if isTaken.exchange(true, ordering: .acquiring) { wait() }
    }

    @inlinable
    func unlock() {
        isTaken.store(false, ordering: .releasing)
    }

    @usableFromInline
    func wait() {
        var spinWait = SpinWait()
        repeat {
            while isTaken.load(ordering: .relaxed) { spinWait.wait() }
        } while isTaken.exchange(true, ordering: .acquiring)
    }
}
