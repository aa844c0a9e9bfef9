public import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

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
        var looks = 0
        repeat {
            while isTaken.load(ordering: .relaxed) {
                looks += 1
                if looks % 64 == 0 { sched_yield() }
            }
        } while isTaken.exchange(true, ordering: .acquiring)
    }
}
