import CScheduling
import Foundation

/// Threads with names that the system shows: in `top -H`, in a debugger, in a trace.
package enum SystemThread {
    /// Starts a thread that runs `body` and then ends.
    ///
    /// - Parameters:
    ///   - name: the name of the thread; Linux shows the first 15 bytes.
    ///   - nice: the nice value, as in setpriority(2); Apple's systems only distinguish zero and
    ///     positive values.
    ///   - body: the work of the thread.
    package static func start(
        _ name: String, nice: Int32 = 0, _ body: @escaping @Sendable () -> Void
    ) {
        let thread = Thread {
            cs_describe_thread(name, nice)
            body()
        }
        thread.stackSize = 1 << 20
        thread.start()
    }
}
