import CCurlShim
import Foundation

/// Wakes the thread that waits for sockets, from any thread: an eventfd(2) on Linux, else a pipe.
final class Bell: Sendable {
    /// The descriptor that becomes readable when the thread is woken.
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
        precondition(descriptor >= 0, "cannot create an event descriptor: too many open files")
    }

    deinit {
        close(descriptor)
        if rope != descriptor { close(rope) }
    }

    /// Wakes the thread from its present or its next wait.
    func ring() {
        var one: UInt64 = 1
        // The write fails only if the counter or the pipe is full; then it is readable anyway.
        _ = write(rope, &one, MemoryLayout.size(ofValue: one))
    }

    /// Consumes all wake-ups so far.
    func quiet() {
        var rings: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        while read(descriptor, &rings, MemoryLayout.size(ofValue: rings))
            == MemoryLayout.size(ofValue: rings)
        {}
    }
}
