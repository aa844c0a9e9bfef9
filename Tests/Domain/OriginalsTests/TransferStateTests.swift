import Testing

@testable import Originals

@Suite("States of a transfer")
struct TransferStateTests {
    private static let table: [TransferState: [TransferState.Input: TransferState]] = [
        .waiting: [
            .want: .waiting, .start: .running, .finish: .done, .fail: .failed, .pause: .paused,
            .resume: .waiting, .cancel: .cancelled,
        ],
        .running: [
            .want: .waiting, .interrupt: .waiting, .finish: .done, .fail: .failed,
            .pause: .paused, .cancel: .cancelled,
        ],
        .paused: [.pause: .paused, .resume: .waiting, .cancel: .cancelled],
        .done: [.want: .waiting],
        .failed: [
            .want: .waiting, .pause: .paused, .resume: .waiting, .cancel: .cancelled,
        ],
        .cancelled: [.resume: .waiting, .cancel: .cancelled],
    ]

    @Test(arguments: TransferState.allCases)
    func everyInputHasItsEffect(_ state: TransferState) {
        for input in TransferState.Input.allCases {
            #expect(state.after(input) == Self.table[state]?[input], "\(state) \(input)")
        }
    }
}
