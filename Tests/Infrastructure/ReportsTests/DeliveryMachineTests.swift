import Testing

@testable import Reports

@Suite struct DeliveryMachineTests {
    private typealias Machine = DeliveryMachine
    private static let pacing = SpoolPacing(firstPause: .seconds(1), longestPause: .seconds(4))

    /// A machine in each state; the current attempt is 1.
    private static let states: [(String, Machine)] = {
        let idle = Machine(pacing)
        var sending = idle
        _ = sending.handle(.flush)
        var pausing = sending
        _ = pausing.handle(.answered(attempt: 1, .failed()))
        var closed = idle
        _ = closed.handle(.close)
        return [("idle", idle), ("sending", sending), ("pausing", pausing), ("closed", closed)]
    }()

    private func expect(
        _ input: Machine.Input, _ actions: [String: Machine.Action],
        _ location: SourceLocation = #_sourceLocation
    ) {
        for (name, machine) in Self.states {
            var machine = machine
            #expect(
                machine.handle(input) == actions[name] ?? .none, "\(name)",
                sourceLocation: location)
        }
    }

    @Test func everyInputHasItsActionInEveryState() {
        expect(.checked(isLineReached: false), [:])
        expect(.checked(isLineReached: true), ["idle": .send(attempt: 1)])
        expect(.flush, ["idle": .send(attempt: 1), "pausing": .send(attempt: 2)])
        expect(.answered(attempt: 1, .settled), ["sending": .accept(attempt: 2)])
        expect(.answered(attempt: 1, .tooLarge), ["sending": .split(attempt: 2)])
        expect(
            .answered(attempt: 1, .failed()), ["sending": .wait(.seconds(1), attempt: 1)])
        expect(
            .answered(attempt: 1, .failed(retryAfter: .seconds(9))),
            ["sending": .wait(.seconds(9), attempt: 1)])
        expect(.answered(attempt: 0, .settled), [:])
        expect(.timedOut(attempt: 1), ["sending": .wait(.seconds(1), attempt: 1)])
        expect(.timedOut(attempt: 0), [:])
        expect(.resumed(attempt: 1), ["pausing": .send(attempt: 2)])
        expect(.resumed(attempt: 0), [:])
        expect(.close, [:])
        expect(.discarded, [:])
    }

    /// The outcome of a request for records that were removed has no effect.
    @Test func afterTheRemovalOfAllRecordsTheMachineIsIdle() {
        for (name, machine) in Self.states where name != "closed" {
            var machine = machine
            _ = machine.handle(.discarded)
            #expect(machine.state == .idle, "\(name)")
            #expect(machine.handle(.answered(attempt: 1, .settled)) == .none, "\(name)")
            #expect(machine.handle(.resumed(attempt: 1)) == .none, "\(name)")
            guard case .send = machine.handle(.flush) else {
                Issue.record("\(name): nothing is sent")
                continue
            }
        }
    }

    @Test func pausesDoubleUpToTheirLimitAndASuccessEndsThem() {
        var machine = Machine(Self.pacing)
        _ = machine.handle(.flush)
        for (attempt, seconds) in [(1, 1), (2, 2), (3, 4), (4, 4)] {
            #expect(
                machine.handle(.answered(attempt: attempt, .failed()))
                    == .wait(.seconds(seconds), attempt: attempt))
            _ = machine.handle(.resumed(attempt: attempt))
        }
        _ = machine.handle(.answered(attempt: 5, .settled))
        #expect(
            machine.handle(.answered(attempt: 6, .failed())) == .wait(.seconds(1), attempt: 6))
    }
}
