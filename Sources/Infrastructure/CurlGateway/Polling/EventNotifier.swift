import CCurlShim
import Foundation

/// Wakes the thread that waits for sockets, from any thread: an eventfd(2) on Linux, else a pipe.
final class EventNotifier: Sendable {
    /// The descriptor that becomes readable when the thread is woken.
    let descriptor: Int32
    private let writeDescriptor: Int32

    init() {
        #if os(Linux)
            descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
            writeDescriptor = descriptor
        #else
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            (descriptor, writeDescriptor) = (ends[0], ends[1])
        #endif
        precondition(descriptor >= 0, "cannot create an event descriptor: too many open files")
    }

    deinit {
        close(descriptor)
        if writeDescriptor != descriptor { close(writeDescriptor) }
    }

    /// Wakes the thread from its present or its next wait.
    func notify() {
        var one: UInt64 = 1
        // The write fails only if the counter or the pipe is full; then it is readable anyway.
        _ = write(writeDescriptor, &one, MemoryLayout.size(ofValue: one))
    }

    /// Consumes all wake-ups so far.
    func clear() {
        var wakeUps: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        while read(descriptor, &wakeUps, MemoryLayout.size(ofValue: wakeUps))
            == MemoryLayout.size(ofValue: wakeUps)
        {}
    }
}
