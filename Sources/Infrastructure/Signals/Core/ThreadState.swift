#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The state of signals per thread; only teardown and the subscription counts use it.
final class ThreadState {
    /// The pending steps of the drains in progress, the innermost drain's steps last.
    var steps: [TrampolineStep] = []
    var isDraining = false
    /// The counter of the measurement in progress.
    var liveCounter: LiveCounter?
    /// The places on another scheduler that the terminal event in delivery has passed.
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
        precondition(failure == 0, "cannot create a thread-local key: the system has none left")
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
