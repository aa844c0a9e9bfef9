import Foundation

/// The signals by which the system reports a failed write.
///
/// By default they end the process.
package enum WriteSignals {
    /// Makes a write to a closed pipe, or beyond the limit of the size of files, an error of the
    /// write.
    package static func ignore() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
