#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The system's mutex.
///
/// The thread sanitizer sees what it orders, which is not so with `Synchronization.Mutex` on Linux.
@usableFromInline
final class SystemLock: @unchecked Sendable {  // reason: the mutex synchronises itself
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline
    init() {
        mutex = .allocate(capacity: 1)
        let failure = pthread_mutex_init(mutex, nil)
        precondition(failure == 0, "the system has no mutex left")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @usableFromInline
    func lock() { pthread_mutex_lock(mutex) }

    @usableFromInline
    func unlock() { pthread_mutex_unlock(mutex) }
}
