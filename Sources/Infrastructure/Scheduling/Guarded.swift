public import Synchronization

/// A value behind a lock, as `Mutex` has it, and visible to the thread sanitizer.
///
/// On Linux a contended `Mutex` is handed over inside the kernel and the standard library, where the thread sanitizer sees
/// nothing and reports races that are none. The mark below is stored and loaded under the lock only; it says in the
/// sanitizer's language what the lock guarantees anyway, and costs two plain moves.
///
/// ```swift
/// let counts = Guarded([String: Int]())
/// counts.withLock { $0["a", default: 0] += 1 }
/// ```
public struct Guarded<Value>: ~Copyable, Sendable {
    // Inlinable, since other modules would ask for the type's metadata at every turn otherwise.
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let mark = Atomic<UInt8>(0)

    /// Puts a value behind a lock.
    @inlinable @inline(__always)
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Calls `body` with the value while no other thread can, and returns what it returns; from any thread.
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
