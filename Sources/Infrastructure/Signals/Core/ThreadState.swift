#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What signals keep for each thread: only long chains, and the census, look here.
final class ThreadState {
    /// What the drains that are under way do later, the innermost drain's steps last.
    var steps: [Trampoline.Step] = []
    var isDraining = false
    /// What the release that is under way empties next.
    var released: [any Emptiable] = []
    var isReleasing = false
    /// The census that is being taken.
    var tally: SignalCensus.Tally?
    /// The places on another scheduler through which the end has come that is being delivered.
    var placesBeforeHop: [Place] = []

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let failure = pthread_key_create(&key) { pointer in
            #if canImport(Darwin)
                // unsafe, Unmanaged: the value of the thread owns one reference
                Unmanaged<ThreadState>.fromOpaque(pointer).release()
            #else
                if let pointer { Unmanaged<ThreadState>.fromOpaque(pointer).release() }
            #endif
        }
        precondition(failure == 0, "the system has no thread-local slot left")
        return key
    }()

    /// The state of the calling thread.
    static var current: ThreadState {
        if let pointer = pthread_getspecific(key) {
            return Unmanaged<ThreadState>.fromOpaque(pointer).takeUnretainedValue()
        }
        let state = ThreadState()
        pthread_setspecific(key, Unmanaged.passRetained(state).toOpaque())
        return state
    }
}
