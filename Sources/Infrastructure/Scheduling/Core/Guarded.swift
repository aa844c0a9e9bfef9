public import Synchronization

/// A value protected by a lock, like `Mutex`, and visible to the thread sanitizer.
///
/// On Linux, a contended `Mutex` passes from thread to thread inside the kernel and the standard
/// library. The thread sanitizer does not see that, and reports races that do not exist. `mark` is
/// stored and loaded under the lock only: it shows the sanitizer the order that the lock
/// guarantees, and costs two plain moves.
///
/// ```swift
/// let counts = Guarded([String: Int]())
/// counts.withLock { $0["a", default: 0] += 1 }
/// ```
public struct Guarded<Value>: ~Copyable, Sendable {
    // Inlinable: otherwise, other modules would ask for the type's metadata at each call.
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let mark = Atomic<UInt8>(0)

    /// Creates a lock around a value.
    @inlinable @inline(__always)
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Calls `body` with exclusive access to the value, from any thread, and returns its result.
    @inlinable @inline(__always)
    public borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
            _ = mark.load(ordering: .acquiring)
            defer { mark.store(0, ordering: .releasing) }
            return try body(&value)
        }
    }
}
