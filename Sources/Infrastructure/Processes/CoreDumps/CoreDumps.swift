import CProcesses

/// Prevents copies of the process's memory while the process holds a secret.
///
/// A crash then writes no core file, and another process of the same user cannot read the memory
/// (PR_SET_DUMPABLE of Linux). The crash report of Swift's runtime shows memory, too, so a crash
/// ends the process without it. The message of a failed precondition is still printed.
///
/// An instance is a *ban*, from its creation to its release. A type for secrets holds one ban for
/// each of its values. A program that keeps a secret in another form holds one itself:
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
    /// Begins a ban.
    package init() { ccd_begin_ban() }

    deinit { ccd_end_ban() }

    /// Whether a crash may write the memory of the process to a file.
    package static var areAllowed: Bool { ccd_allows_dumps() }
}
