/// The life cycle of a transfer on the I/O thread.
///
/// It is a pure state machine. Each input returns the actions to take, and the loop takes them in
/// the order of their declaration. An input that comes too late, after a cancellation for example,
/// has no action.
struct CurlTransferState {
    /// A set of actions.
    struct Actions: OptionSet {
        let rawValue: UInt16

        /// Open the file that the body is written to.
        static let openFile = Actions(rawValue: 1)
        /// Acquire a connection slot, or queue for one.
        static let acquireSlot = Actions(rawValue: 1 << 1)
        /// Start the transfer in a handle.
        static let start = Actions(rawValue: 1 << 2)
        /// Apply the changed control to the handle.
        static let applyControl = Actions(rawValue: 1 << 3)
        /// Take the handle out of the multi handle.
        static let removeHandle = Actions(rawValue: 1 << 4)
        /// Count the transfer as gone in the queue for a slot.
        static let leaveQueue = Actions(rawValue: 1 << 5)
        /// Return the slot, and start the next transfer.
        static let releaseSlot = Actions(rawValue: 1 << 6)
        /// Keep the file's bytes for a later transfer, and leave its target as it was.
        static let abandonFile = Actions(rawValue: 1 << 7)
        /// Finish the file with the outcome, and deliver the end then.
        static let finishFile = Actions(rawValue: 1 << 8)
        /// Deliver the end.
        static let deliverEnd = Actions(rawValue: 1 << 9)
    }

    private enum Stage {
        /// The command to start is queued.
        case new
        /// The disk's thread opens the file.
        case openingFile
        /// The transfer waits for a connection slot.
        case queued
        /// The transfer has a slot and waits for the addresses of its host.
        case resolving
        /// The transfer has a slot and a handle.
        case running
        /// The transfer has no slot any longer; its file may still be finished.
        case ended
    }

    private var stage = Stage.new
    private var hasFile = false
    /// Whether the control has paused the transfer.
    private(set) var isPaused = false

    /// Whether the transfer has ended or was cancelled.
    var isEnded: Bool { stage == .ended }

    // MARK: Start

    /// Handles the command to start.
    mutating func commanded(hasFile: Bool) -> Actions {
        guard stage == .new else { return [] }
        self.hasFile = hasFile
        stage = hasFile ? .openingFile : .queued
        return hasFile ? .openFile : .acquireSlot
    }

    /// Handles the result of opening the file.
    mutating func openedFile(isSuccess: Bool) -> Actions {
        guard stage == .openingFile else { return [] }
        if isSuccess {
            stage = .queued
            return .acquireSlot
        }
        hasFile = false
        return end()
    }

    /// Handles the grant of a slot.
    ///
    /// - Parameter isNameKnown: whether the addresses of the host are known; otherwise `resolved`
    ///   follows.
    mutating func granted(isNameKnown: Bool) -> Actions {
        guard stage == .queued else { return [] }
        stage = isNameKnown ? .running : .resolving
        return isNameKnown ? .start : []
    }

    /// Handles the addresses of the host, or the lack of them.
    mutating func resolved(isSuccess: Bool) -> Actions {
        guard stage == .resolving else { return [] }
        guard isSuccess else { return end().union(.releaseSlot) }
        stage = .running
        return .start
    }

    // MARK: Control

    /// Handles a pause or its end, and any other change of the control.
    ///
    /// A transfer that has not started applies the control when it starts.
    mutating func controlled(isPaused: Bool) -> Actions {
        if stage == .ended { return [] }
        self.isPaused = isPaused
        return stage == .running ? .applyControl : []
    }

    // MARK: End

    /// Handles a start that failed before the handle ran.
    mutating func failedToStart() -> Actions {
        stage == .running ? end().union(.releaseSlot) : []
    }

    /// Handles the end of the handle's transfer.
    mutating func finished() -> Actions {
        stage == .running ? end().union([.removeHandle, .releaseSlot]) : []
    }

    /// Handles the cancellation by the client.
    mutating func cancelled() -> Actions {
        var actions: Actions =
            switch stage {
            case .new, .openingFile, .ended: []
            case .queued: .leaveQueue
            case .resolving: .releaseSlot
            case .running: [.removeHandle, .releaseSlot]
            }
        if hasFile, stage != .ended { actions.insert(.abandonFile) }
        stage = .ended
        return actions
    }

    private mutating func end() -> Actions {
        stage = .ended
        return hasFile ? .finishFile : .deliverEnd
    }
}
