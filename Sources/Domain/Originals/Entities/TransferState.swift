import Persistence

/// The state of the transfer of an original.
package enum TransferState: String, ColumnValue, Sendable, CaseIterable {
    /// It will be downloaded by the next run.
    case waiting
    /// It is being downloaded, or a run that did so was killed.
    case running
    /// The user has paused it: no run downloads it.
    case paused
    /// The file is in place, with the content of the server.
    case done
    /// The last attempt failed; the next run tries again.
    case failed
    /// The user has cancelled it: no run downloads it, and its parts are removed.
    case cancelled

    /// An input of the state machine.
    package enum Input: Hashable, Sendable, CaseIterable {
        /// A run has found that the file is missing or outdated.
        case want
        /// A run begins the download.
        case start
        /// The download was interrupted.
        case interrupt
        /// The file is in place.
        case finish
        /// The server cannot deliver the file.
        case fail
        /// The user pauses it.
        case pause
        /// The user lets it continue.
        case resume
        /// The user cancels it.
        case cancel
    }

    /// Returns the state after an input; `nil` if the input is not possible in this state.
    package func after(_ input: Input) -> TransferState? {
        switch (self, input) {
        case (.waiting, .want), (.failed, .want), (.running, .want), (.done, .want): .waiting
        case (.waiting, .start): .running
        case (.running, .interrupt): .waiting
        case (.running, .finish), (.waiting, .finish): .done
        case (.running, .fail), (.waiting, .fail): .failed
        case (.waiting, .pause), (.running, .pause), (.failed, .pause), (.paused, .pause): .paused
        case (.paused, .resume), (.cancelled, .resume), (.failed, .resume), (.waiting, .resume):
            .waiting
        case (.waiting, .cancel), (.running, .cancel), (.failed, .cancel), (.paused, .cancel),
            (.cancelled, .cancel):
            .cancelled
        default: nil
        }
    }
}
