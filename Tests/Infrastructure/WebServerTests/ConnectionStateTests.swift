import Testing

@testable import WebServer

/// The rules of a connection, input by input.
@Suite struct ConnectionStateTests {
    private var state: ConnectionState
    private static let limits: WebServerLimits = {
        var limits = WebServerLimits()
        limits.bodyBytes = 10
        limits.headTime = .seconds(15)
        limits.bodyTime = .seconds(60)
        limits.stallTime = .seconds(30)
        return limits
    }()

    init() {
        state = ConnectionState(limits: Self.limits, now: .zero)
    }

    private mutating func request(isLast: Bool = false, at second: Int = 0) {
        let now = Duration.seconds(second)
        #expect(state.receivedHead(fault: nil, isLast: isLast, now: now) == .forward)
        #expect(state.receivedEnd(now: now) == .forward)
    }

    @Test mutating func aConnectionServesRequestsInTurn() {
        for second in 0..<3 {
            request(at: second)
            #expect(!state.isLastResponse)
            #expect(state.wroteEnd(now: .seconds(second)) == .ignore)
        }
        #expect(!state.isFinished && !state.isDiscarding)
    }

    @Test mutating func theLastRequestOfAClientEndsTheConnection() {
        request(isLast: true)
        #expect(state.isLastResponse)
        #expect(state.wroteEnd(now: .zero) == .finish)
        state.finish(now: .zero)
        #expect(!state.lingers)
    }

    @Test mutating func aRequestAfterTheLastOneIsDropped() {
        request(isLast: true)
        #expect(state.receivedHead(fault: nil, isLast: false, now: .zero) == .ignore)
        #expect(state.receivedEnd(now: .zero) == .ignore)
        #expect(state.lingers)
    }

    @Test mutating func aRefusalWaitsForEarlierResponses() {
        request()
        request()
        #expect(state.receivedHead(fault: .foreignHost, isLast: false, now: .zero) == .ignore)
        #expect(state.receivedBody(5) == .ignore)
        #expect(state.wroteEnd(now: .zero) == .ignore)
        #expect(!state.isLastResponse)
        #expect(state.wroteEnd(now: .zero) == .refuse(.foreignHost))
        #expect(state.lingers)
    }

    @Test mutating func aFaultInAHeadIsRefused() {
        #expect(state.receivedFault(.headTooLarge) == .refuse(.headTooLarge))
        #expect(state.receivedFault(.malformed) == .ignore)
        #expect(state.isDiscarding)
    }

    @Test mutating func aBodyBeyondTheLimitFails() {
        _ = state.receivedHead(fault: nil, isLast: false, now: .zero)
        #expect(state.receivedBody(6) == .forward)
        #expect(state.receivedBody(4) == .forward)
        #expect(state.receivedBody(1) == .fail(.bodyTooLarge))
        #expect(state.receivedBody(1) == .ignore)
        #expect(state.receivedEnd(now: .zero) == .ignore)
        #expect(state.isLastResponse)
        #expect(state.wroteEnd(now: .zero) == .finish)
        #expect(state.lingers)
    }

    @Test mutating func aBodyMayFailAfterItsResponse() {
        _ = state.receivedHead(fault: nil, isLast: false, now: .zero)
        #expect(state.wroteEnd(now: .zero) == .ignore)
        #expect(state.receivedFault(.malformed) == .finish)
    }

    @Test mutating func aResponseMayEndBeforeItsRequest() {
        _ = state.receivedHead(fault: nil, isLast: true, now: .zero)
        #expect(state.wroteEnd(now: .zero) == .finish)
        state.finish(now: .zero)
        #expect(state.lingers)
        #expect(state.receivedBody(1) == .ignore)
    }

    @Test mutating func aStopEndsAnIdleConnection() {
        #expect(state.stop() == .close)
    }

    @Test mutating func aStopEndsAConnectionAfterItsResponse() {
        request()
        #expect(state.stop() == .ignore)
        #expect(state.isLastResponse)
        #expect(state.wroteEnd(now: .zero) == .finish)
    }

    @Test mutating func theOutputEndsOnce() {
        request()
        #expect(state.endedOutput == .finish)
        state.finish(now: .zero)
        #expect(state.endedOutput == .ignore)
    }

    // MARK: Deadlines

    private mutating func examine(at second: Int, unsent: Int = 0) -> ConnectionState.Action {
        state.examine(unsent: unsent, now: .seconds(second))
    }

    @Test mutating func aFirstHeadMustArriveInTime() {
        #expect(examine(at: 14) == .wait(until: .seconds(15)))
        #expect(examine(at: 15) == .refuse(.late))
    }

    @Test mutating func anIdleConnectionIsClosed() {
        request(at: 10)
        #expect(examine(at: 100) == .wait(until: .seconds(115)))
        _ = state.wroteEnd(now: .seconds(100))
        #expect(examine(at: 114) == .wait(until: .seconds(115)))
        #expect(examine(at: 115) == .close)
    }

    @Test mutating func aBodyMustArriveInTime() {
        _ = state.receivedHead(fault: nil, isLast: false, now: .seconds(5))
        #expect(examine(at: 5) == .wait(until: .seconds(20)))
        #expect(examine(at: 64) == .wait(until: .seconds(65)))
        #expect(examine(at: 65) == .fail(.late))
    }

    @Test mutating func aResponseMayTakeLong() {
        request()
        #expect(examine(at: 1_000) == .wait(until: .seconds(1_015)))
    }

    @Test mutating func aClientMustReadItsResponse() {
        request()
        state.wroteBody(100)
        #expect(examine(at: 10, unsent: 50) == .wait(until: .seconds(25)))
        #expect(examine(at: 25, unsent: 40) == .wait(until: .seconds(40)))
        #expect(examine(at: 54, unsent: 40) == .wait(until: .seconds(69)))
        #expect(examine(at: 55, unsent: 40) == .close)
    }

    @Test mutating func aClientThatReadsSlowlyIsServed() {
        request()
        state.wroteBody(100)
        _ = state.wroteEnd(now: .zero)
        for second in 1..<100 {
            #expect(
                examine(at: second * 10, unsent: 100 - second)
                    == .wait(until: .seconds(second * 10 + 15)))
        }
        #expect(examine(at: 1_004) == .wait(until: .seconds(1_005)))
        #expect(examine(at: 1_005) == .close)
    }

    @Test mutating func aClientMustCloseAfterTheLastResponse() {
        request(isLast: true)
        _ = state.wroteEnd(now: .seconds(1))
        state.finish(now: .seconds(1))
        #expect(examine(at: 3, unsent: 1) == .wait(until: .seconds(18)))
        #expect(examine(at: 17) == .wait(until: .seconds(18)))
        #expect(examine(at: 18) == .close)
    }
}
