package import Synchronization

/// A value behind a lock, as `Mutex` has it, and visible to the thread sanitizer.
///
/// On Linux a contended `Mutex` is handed over inside the kernel and the standard library, where the thread sanitizer sees
/// nothing and reports races that are none. The mark below is stored and loaded under the lock only; it says in the
/// sanitizer's language what the lock guarantees anyway, and costs two plain moves.
package struct Guarded<Value>: ~Copyable, Sendable {
    // Inlinable, since other modules would ask for the type's metadata at every turn otherwise.
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let mark = Atomic<UInt8>(0)

    @inlinable @inline(__always)
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    @inlinable @inline(__always)
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
            _ = mark.load(ordering: .acquiring)
            defer { mark.store(0, ordering: .releasing) }
            return try body(&value)
        }
    }
}
