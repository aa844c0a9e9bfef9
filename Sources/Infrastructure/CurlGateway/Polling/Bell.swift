import CCurlShim
import Foundation

/// What any thread rings to wake the one that waits for sockets: an eventfd(2) on Linux, a pipe elsewhere.
final class Bell: Sendable {
    /// Readable when the bell was rung.
    let descriptor: Int32
    private let rope: Int32

    init() {
        #if os(Linux)
            descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
            rope = descriptor
        #else
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            (descriptor, rope) = (ends[0], ends[1])
        #endif
        precondition(descriptor >= 0, "no descriptor is left to wake a thread by")
    }

    deinit {
        close(descriptor)
        if rope != descriptor { close(rope) }
    }

    /// Wakes the thread that waits, or will wait next.
    func ring() {
        var one: UInt64 = 1
        // It can fail only when the bell is full of rings, and then it is heard anyway.
        _ = write(rope, &one, MemoryLayout.size(ofValue: one))
    }

    /// Takes all rings so far.
    func quiet() {
        var rings: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        while read(descriptor, &rings, MemoryLayout.size(ofValue: rings))
            == MemoryLayout.size(ofValue: rings)
        {}
    }
}
