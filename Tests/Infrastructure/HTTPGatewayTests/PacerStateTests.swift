import Scheduling
import Testing

@testable import HTTPGateway

/// Every input of the pacer's state machine in every situation, then its rules over several inputs.
@Suite struct PacerStateTests {
    /// A situation, reached from the beginning by a few inputs; the limit is two requests.
    enum Situation: CaseIterable {
        /// No request has arrived.
        case idle
        /// Request 1 is under way.
        case busy
        /// Requests 1 and 2 are under way.
        case full
        /// Requests 1 and 2 are under way, and 3 waits.
        case queued
        /// Requests 1 and 2 are under way; 1 waits for its response.
        case awaiting
        /// Request 1 has failed and backs off; no other is under way.
        case backingOff
        /// A pause of 10 s holds everything; request 1 has ended.
        case held
        /// A pause of 10 s holds 2 and 3; request 1 has ended.
        case heldQueue
        /// The pause is over, and request 2 is under way alone, before 3.
        case probing

        /// The ticket of the request that the inputs are about.
        var ticket: Int { [.awaiting, .heldQueue, .probing].contains(self) ? 2 : 1 }

        private var requestCount: Int {
            switch self {
            case .idle: 0
            case .busy, .backingOff, .held, .heldQueue, .probing: 1
            case .full, .awaiting: 2
            case .queued: 3
            }
        }

        var state: PacerState<String> {
            var state = PacerState<String>(concurrency: 2, longestPause: .seconds(60))
            for _ in 0..<requestCount { _ = state.arrived("start") }
            switch self {
            case .idle, .busy, .full, .queued: break
            case .awaiting:
                let wait = HTTPWait(phase: .awaiting, remaining: .seconds(20))
                state.awaited(wait, by: 1, at: .start)
            case .backingOff:
                state.ended(1, .silence)
                state.backedOff(1, for: .seconds(10), after: lost, at: .start)
            case .held, .heldQueue, .probing:
                _ = state.hold(for: .seconds(10), .rateLimited, after: refusal, at: .start)
                state.ended(1, .answer)
                guard self != .held else { break }
                _ = state.arrived("second")
                _ = state.arrived("third")
                guard self != .heldQueue else { break }
                state.pauseEnded()
                _ = state.next()
            }
            _ = state.change()
            return state
        }
    }

    /// An input, 1 s after the beginning.
    enum Input: CaseIterable {
        case arrival, cancellation, success, answer, silence
        case shortHold, longHold, endOfPause
        case backOff, endOfBackOff
        case wait, endOfWait

        /// Applies the input, and describes the actions: the result, the starts and the display.
        func apply(to state: inout PacerState<String>, ticket: Int) -> String {
            var actions: [String] = []
            switch self {
            case .arrival:
                switch state.arrived("start") {
                case .start(let ticket): actions.append("start \(ticket)")
                case .wait(let ticket): actions.append("wait \(ticket)")
                }
            case .cancellation: actions += state.cancelled(ticket).map { ["drop \($0)"] } ?? []
            case .success: state.ended(ticket, .success)
            case .answer: state.ended(ticket, .answer)
            case .silence: state.ended(ticket, .silence)
            case .shortHold, .longHold:
                let duration = Duration.seconds(self == .shortHold ? 5 : 1_000)
                let timer = state.hold(for: duration, .rateLimited, after: refusal, at: .later)
                actions += timer.map { ["timer \($0.components.seconds)"] } ?? []
            case .endOfPause: state.pauseEnded()
            case .backOff: state.backedOff(ticket, for: .seconds(3), after: lost, at: .later)
            case .endOfBackOff: actions += state.backOffEnded(ticket) ? ["known"] : []
            case .wait:
                let wait = HTTPWait(phase: .awaiting, remaining: .seconds(20))
                state.awaited(wait, by: ticket, at: .later)
            case .endOfWait: state.awaited(nil, by: ticket, at: .later)
            }
            while let next = state.next() { actions.append("\(next.start) \(next.ticket)") }
            if case .show(let pause) = state.change() {
                actions.append(pause.map { "show \($0.reason) \($0.until.seconds)" } ?? "hide")
            }
            return actions.joined(separator: ", ")
        }
    }

    /// The actions of one pair, or the reason why the pacer never produces it.
    enum Row: ExpressibleByStringLiteral {
        case actions(String)
        case unreachable(String)

        init(stringLiteral text: String) { self = .actions(text) }
    }

    /// The actions of each input.
    private static func rows(of situation: Situation) -> [Input: Row] {
        switch situation {
        case .idle:
            [
                .arrival: "start 1", .cancellation: notArrived, .success: notStarted,
                .answer: notStarted,
                .silence: notStarted, .shortHold: "timer 5, show rateLimited 6",
                .longHold: "timer 60, show rateLimited 61", .endOfPause: noPause,
                .backOff: notEnded, .endOfBackOff: "", .wait: notStarted, .endOfWait: notStarted,
            ]
        case .busy:
            [
                .arrival: "start 2", .cancellation: "", .success: "", .answer: "", .silence: "",
                .shortHold: "timer 5, show rateLimited 6",
                .longHold: "timer 60, show rateLimited 61", .endOfPause: noPause,
                .backOff: notEnded, .endOfBackOff: "", .wait: "show awaitingResponse 21",
                .endOfWait: "",
            ]
        case .full:
            [
                .arrival: "wait 3", .cancellation: "", .success: "", .answer: "", .silence: "",
                .shortHold: "timer 5, show rateLimited 6",
                .longHold: "timer 60, show rateLimited 61", .endOfPause: noPause,
                .backOff: notEnded, .endOfBackOff: "", .wait: "", .endOfWait: "",
            ]
        case .queued:
            [
                .arrival: "wait 4", .cancellation: "", .success: "start 3", .answer: "start 3",
                .silence: "start 3", .shortHold: "timer 5, show rateLimited 6",
                .longHold: "timer 60, show rateLimited 61", .endOfPause: noPause,
                .backOff: notEnded, .endOfBackOff: "", .wait: "", .endOfWait: "",
            ]
        case .awaiting:
            [
                .arrival: "wait 3", .cancellation: "", .success: "show awaitingResponse 20",
                .answer: "show awaitingResponse 20", .silence: "show awaitingResponse 20",
                .shortHold: "timer 5, show rateLimited 6",
                .longHold: "timer 60, show rateLimited 61", .endOfPause: noPause,
                .backOff: notEnded, .endOfBackOff: "", .wait: "show awaitingResponse 20",
                .endOfWait: "",
            ]
        case .backingOff:
            [
                .arrival: "start 2, hide", .cancellation: "", .success: notStarted,
                .answer: notStarted, .silence: notStarted,
                .shortHold: "timer 5, show rateLimited 6",
                .longHold: "timer 60, show rateLimited 61", .endOfPause: noPause,
                .backOff: .unreachable("a request backs off once after it has ended"),
                .endOfBackOff: "known, hide", .wait: notStarted, .endOfWait: notStarted,
            ]
        case .held:
            [
                .arrival: "wait 2", .cancellation: "", .success: notStarted, .answer: notStarted,
                .silence: notStarted, .shortHold: "",
                .longHold: "timer 60, show rateLimited 61", .endOfPause: "hide", .backOff: "",
                .endOfBackOff: "", .wait: notStarted, .endOfWait: notStarted,
            ]
        case .heldQueue:
            [
                .arrival: "wait 4", .cancellation: "drop second", .success: notStarted,
                .answer: notStarted, .silence: notStarted, .shortHold: "",
                .longHold: "timer 60, show rateLimited 61", .endOfPause: "second 2, hide",
                .backOff: notEnded, .endOfBackOff: "", .wait: notStarted, .endOfWait: notStarted,
            ]
        case .probing:
            [
                .arrival: "wait 4", .cancellation: "", .success: "third 3", .answer: "third 3",
                .silence: "third 3", .shortHold: "timer 5, show rateLimited 6",
                .longHold: "timer 60, show rateLimited 61", .endOfPause: noPause,
                .backOff: notEnded, .endOfBackOff: "", .wait: "show awaitingResponse 21",
                .endOfWait: "",
            ]
        }
    }

    private static let notArrived = Row.unreachable("the request has not arrived")
    private static let notStarted = Row.unreachable("the request is not under way")
    private static let notEnded = Row.unreachable("only a request that has ended backs off")
    private static let noPause = Row.unreachable("only the timer of a pause ends one")

    @Test(arguments: Situation.allCases)
    func everyInputHasItsActions(in situation: Situation) throws {
        let rows = Self.rows(of: situation)
        for input in Input.allCases {
            guard case .actions(let expected) = try #require(rows[input], "\(input)") else {
                continue
            }
            var state = situation.state
            let actions = input.apply(to: &state, ticket: situation.ticket)
            #expect(actions == expected, "\(input)")
        }
    }

    @Test func aRefusalHalvesTheLimitOnceAndASuccessRestoresIt() {
        var state = PacerState<Int>(concurrency: 8, longestPause: .seconds(60))
        for request in 1...20 { _ = state.arrived(request) }
        for request in 1...8 {
            _ = state.hold(for: .seconds(5), .rateLimited, after: refusal, at: .start)
            state.ended(request, .answer)
        }
        state.pauseEnded()
        expect([9], toStartIn: &state)
        state.ended(9, .success)
        expect([10, 11, 12, 13], toStartIn: &state)
        // Each success raises the limit a little.
        for request in 10...13 { state.ended(request, .success) }
        expect([14, 15, 16, 17], toStartIn: &state)
        state.ended(14, .success)
        expect([18, 19], toStartIn: &state)
    }

    @Test func aPauseThatFollowsAPauseHalvesTheLimitAgain() {
        var state = PacerState<Int>(concurrency: 8, longestPause: .seconds(60))
        for request in 1...20 { _ = state.arrived(request) }
        for request in 1...8 { state.ended(request, .silence) }
        _ = state.hold(for: .seconds(5), .rateLimited, after: refusal, at: .start)
        state.pauseEnded()
        expect([9], toStartIn: &state)
        _ = state.hold(for: .seconds(5), .rateLimited, after: refusal, at: .start)
        state.ended(9, .answer)
        state.pauseEnded()
        expect([10], toStartIn: &state)
        state.ended(10, .success)
        expect([11, 12], toStartIn: &state)
    }

    @Test func onlyAnAnswerShowsThatTheServerResponds() {
        for (ending, hasResponded) in [
            (PacerState<Int>.Ending.silence, false), (.answer, true), (.success, true),
        ] {
            var state = PacerState<Int>(concurrency: 1, longestPause: .seconds(60))
            _ = state.arrived(1)
            state.ended(1, ending)
            #expect(state.hasResponded == hasResponded)
        }
    }

    @Test func theWaitOfARequestThatHasEndedIsNotShown() {
        var state = Situation.awaiting.state
        state.ended(1, .success)
        let change = state.change()
        #expect(change == .none)
    }

    @Test func theFirstBackOffToEndIsShown() {
        var state = PacerState<Int>(concurrency: 8, longestPause: .seconds(60))
        state.backedOff(1, for: .seconds(9), after: lost, at: .start)
        state.backedOff(2, for: .seconds(4), after: lost, at: .start)
        let first = shown(&state)
        _ = state.backOffEnded(2)
        let second = shown(&state)
        let unchanged = shown(&state)
        #expect(first == 4 && second == 9 && unchanged == nil)
    }

    private func expect(_ tickets: [Int], toStartIn state: inout PacerState<Int>) {
        var started: [Int] = []
        while let next = state.next() { started.append(next.ticket) }
        #expect(started == tickets)
    }

    /// The end of the pause that is shown now, in seconds; `nil` if it has not changed.
    private func shown(_ state: inout PacerState<Int>) -> Int64? {
        if case .show(let pause) = state.change() { pause?.until.seconds } else { nil }
    }
}

private let refusal = HTTPError(.rateLimited, "the server answered 429")
private let lost = HTTPError(.connectionLost, "the connection was closed")

extension SchedulerInstant {
    fileprivate static let start = SchedulerInstant(nanoseconds: 0)
    fileprivate static let later = start.advanced(by: .seconds(1))
    fileprivate var seconds: Int64 { nanoseconds / 1_000_000_000 }
}
