import Testing

@testable import CurlGateway

/// Every input of a transfer's state machine at every stage.
@Suite struct TransferStateTests {
    /// A stage, reached from the beginning by a few inputs.
    enum Stage: CaseIterable {
        case new, openingFile
        case queued, queuedWithFile
        case resolving, resolvingWithFile
        case running, runningWithFile
        case ended

        var state: CurlTransferState {
            var state = CurlTransferState()
            let hasFile = [.openingFile, .queuedWithFile, .resolvingWithFile, .runningWithFile]
                .contains(self)
            guard self != .new else { return state }
            _ = state.commanded(hasFile: hasFile)
            guard self != .openingFile else { return state }
            if hasFile { _ = state.openedFile(isSuccess: true) }
            guard self != .queued, self != .queuedWithFile else { return state }
            _ = state.granted(isNameKnown: self == .running || self == .runningWithFile)
            if self == .ended { _ = state.cancelled() }
            return state
        }
    }

    enum Input: CaseIterable {
        case command, commandWithFile, file, noFile
        case slot, slotBeforeName, name, noName
        case pause, resume
        case failedStart, finish, cancellation

        func apply(to state: inout CurlTransferState) -> CurlTransferState.Actions {
            switch self {
            case .command: state.commanded(hasFile: false)
            case .commandWithFile: state.commanded(hasFile: true)
            case .file: state.openedFile(isSuccess: true)
            case .noFile: state.openedFile(isSuccess: false)
            case .slot: state.granted(isNameKnown: true)
            case .slotBeforeName: state.granted(isNameKnown: false)
            case .name: state.resolved(isSuccess: true)
            case .noName: state.resolved(isSuccess: false)
            case .pause: state.controlled(isPaused: true)
            case .resume: state.controlled(isPaused: false)
            case .failedStart: state.failedToStart()
            case .finish: state.finished()
            case .cancellation: state.cancelled()
            }
        }
    }

    /// The actions of each input, and the stages at which it can come.
    ///
    /// All other pairs are unreachable, for the reasons below; they have no action.
    static let table: [Stage: [Input: CurlTransferState.Actions]] = [
        .new: [
            .command: .acquireSlot, .commandWithFile: .openFile, .pause: [], .resume: [],
            .cancellation: [],
        ],
        .openingFile: [
            .file: .acquireSlot, .noFile: .deliverEnd, .pause: [], .resume: [],
            .cancellation: .abandonFile,
        ],
        .queued: [
            .slot: .start, .slotBeforeName: [], .pause: [], .resume: [],
            .cancellation: .leaveQueue,
        ],
        .queuedWithFile: [
            .slot: .start, .slotBeforeName: [], .pause: [], .resume: [],
            .cancellation: [.leaveQueue, .abandonFile],
        ],
        .resolving: [
            .name: .start, .noName: [.releaseSlot, .deliverEnd], .pause: [], .resume: [],
            .cancellation: .releaseSlot,
        ],
        .resolvingWithFile: [
            .name: .start, .noName: [.releaseSlot, .finishFile], .pause: [], .resume: [],
            .cancellation: [.releaseSlot, .abandonFile],
        ],
        .running: [
            .pause: .applyControl, .resume: .applyControl,
            .failedStart: [.releaseSlot, .deliverEnd],
            .finish: [.removeHandle, .releaseSlot, .deliverEnd],
            .cancellation: [.removeHandle, .releaseSlot],
        ],
        .runningWithFile: [
            .pause: .applyControl, .resume: .applyControl,
            .failedStart: [.releaseSlot, .finishFile],
            .finish: [.removeHandle, .releaseSlot, .finishFile],
            .cancellation: [.removeHandle, .releaseSlot, .abandonFile],
        ],
        // These inputs may be on their way when the transfer ends.
        .ended: [
            .command: [], .commandWithFile: [], .file: [], .noFile: [], .name: [], .noName: [],
            .pause: [], .resume: [], .cancellation: [],
        ],
    ]

    /// The reason why an input cannot come at a stage that has no row for it.
    static func reason(_ input: Input) -> String {
        switch input {
        case .command, .commandWithFile: "a transfer is commanded to start once, at first"
        case .file, .noFile: "a file is opened once"
        case .slot, .slotBeforeName: "only a queued transfer gets a slot"
        case .name, .noName: "only a transfer with a slot waits for addresses"
        case .failedStart, .finish: "only a started transfer has a handle"
        case .pause, .resume, .cancellation: "always possible"
        }
    }

    @Test(arguments: Stage.allCases)
    func everyInputHasItsActions(at stage: Stage) throws {
        let rows = try #require(Self.table[stage])
        for input in Input.allCases {
            var state = stage.state
            let actions = input.apply(to: &state)
            #expect(actions == rows[input, default: []], "\(input): \(Self.reason(input))")
        }
    }

    @Test(arguments: Stage.allCases)
    func nothingFollowsTheEnd(of stage: Stage) {
        for ending in [Input.noFile, .noName, .failedStart, .finish, .cancellation] {
            var state = stage.state
            let actions = ending.apply(to: &state)
            // An input that cannot come does not end the transfer.
            guard ending == .cancellation || !actions.isEmpty else { continue }
            #expect(state.isEnded)
            for input in Input.allCases {
                let actions = input.apply(to: &state)
                #expect(actions == [], "\(input) after \(ending)")
            }
        }
    }

    @Test func aPauseBeforeTheStartHoldsAfterIt() {
        var state = Stage.queued.state
        _ = state.controlled(isPaused: true)
        _ = state.granted(isNameKnown: true)
        #expect(state.isPaused)
        _ = state.controlled(isPaused: false)
        #expect(!state.isPaused)
    }

    @Test func theActionsOfACompleteDownloadFollowOneAnother() {
        var state = CurlTransferState()
        var actions: [CurlTransferState.Actions] = []
        for input in [Input.commandWithFile, .file, .slotBeforeName, .name, .finish] {
            actions.append(input.apply(to: &state))
        }
        #expect(
            actions == [
                .openFile, .acquireSlot, [], .start, [.removeHandle, .releaseSlot, .finishFile],
            ])
    }
}
