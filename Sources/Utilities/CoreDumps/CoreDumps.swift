import CCoreDumps
import Synchronization

/// Prevents copies of the process's memory while it holds a secret.
///
/// A crash then writes no core file, and another process of the same user cannot read the memory
/// (PR_SET_DUMPABLE of Linux). The crash report of Swift's runtime shows memory, too, so a crash
/// ends the process without it. The message of a failed precondition is still printed.
///
/// A type for secrets holds one ban for each of its values. A program that keeps a secret in
/// another form holds one itself:
///
/// ```swift
/// let ban = CoreDumps()      // until the last reference is released
/// ```
///
/// The release of the last ban restores the former setting. A debugger that is already attached
/// stays attached.
///
/// Thread-safe. Beginning and ending a ban takes a lock, and the first one a system call.
package final class CoreDumps: Sendable {
    private static let state = Mutex(State())

    private struct State {
        var bans = 0
        var wasAllowed = true
    }

    /// Begins a ban.
    package init() {
        Self.state.withLock { state in
            state.bans += 1
            guard state.bans == 1 else { return }
            state.wasAllowed = ccd_allows_dumps()
            _ = ccd_allow_dumps(false)
            ccd_prevent_crash_reports()
        }
    }

    deinit {
        Self.state.withLock { state in
            state.bans -= 1
            guard state.bans == 0 else { return }
            if state.wasAllowed { _ = ccd_allow_dumps(true) }
            ccd_restore_crash_reports()
        }
    }

    /// Whether a crash may write the memory of the process to a file.
    package static var areAllowed: Bool { ccd_allows_dumps() }
}
