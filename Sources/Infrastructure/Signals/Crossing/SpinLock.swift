import Scheduling
public import Synchronization

/// A lock for the time in which one value is stored; who waits for it gives the processor away.
///
/// It is taken in place, without a call, and the thread sanitizer sees what it orders.
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
        var backOff = BackOff()
        repeat {
            while isTaken.load(ordering: .relaxed) { backOff.wait() }
        } while isTaken.exchange(true, ordering: .acquiring)
    }
}
