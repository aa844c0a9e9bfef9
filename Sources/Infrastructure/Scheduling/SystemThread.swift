import CScheduling
import Foundation

/// Threads with names that the system shows: in `top -H`, in a debugger, in a trace.
package enum SystemThread {
    /// Starts a thread that runs `body`, and ends with it.
    ///
    /// - Parameters:
    ///   - name: its name; Linux shows the first 15 bytes.
    ///   - nice: how far it steps back behind others, as setpriority(2) has it; Apple's systems know only whether it does.
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
