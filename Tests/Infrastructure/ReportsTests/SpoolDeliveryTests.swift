import Scheduling
import SchedulingTestKit
import Testing

@testable import Reports

/// A receiver whose answers a test decides.
private final class Receiver {
    /// The texts of each request.
    private(set) var requests: [[String]] = []
    /// The answer to a request; `nil` for none.
    var answer: ([String]) -> SpoolOutcome? = { _ in .settled }
    /// The completions of the requests without an answer.
    private(set) var open: [(SpoolOutcome) -> Void] = []

    func send(_ records: [SpoolRecord], _ done: @escaping (SpoolOutcome) -> Void) {
        let texts = records.map { String(decoding: $0.bytes, as: UTF8.self) }
        requests.append(texts)
        if let outcome = answer(texts) { done(outcome) } else { open.append(done) }
    }
}

@Suite struct SpoolDeliveryTests {
    private let fixture = SpoolFixture()
    private let clock = VirtualScheduler()
    private let receiver = Receiver()

    private func start(_ spool: Spool) -> SpoolDelivery {
        let receiver = receiver
        return clock.enter {
            SpoolDelivery(of: spool, in: .here, pacing: SpoolPacing(longestPause: .seconds(4))) {
                receiver.send($0, $1)
            }
        }
    }

    private func append(_ range: ClosedRange<Int>, to delivery: SpoolDelivery) {
        clock.enter { for number in range { delivery.append(Array("\(number)".utf8)) } }
        clock.runUntilIdle()
    }

    @Test func sendingBeginsAtTheWaterLine() throws {
        let spool = try fixture.open()
        let delivery = start(spool)
        append(1...3, to: delivery)
        #expect(receiver.requests == [])
        append(4...4, to: delivery)
        #expect(receiver.requests == [numbers(1...4)])
        #expect(spool.count == 0)
        withExtendedLifetime(delivery) {}
    }

    @Test func aLineOfAgeIsReachedWithoutAFurtherRecord() throws {
        let spool = try fixture.open(waterLine: WaterLine(age: .seconds(40)))
        let delivery = start(spool)
        append(1...1, to: delivery)
        fixture.time = .seconds(30)
        clock.advance(by: .seconds(30))
        #expect(receiver.requests == [])
        fixture.time = .seconds(60)
        clock.advance(by: .seconds(30))
        #expect(receiver.requests == [["1"]])
        #expect(spool.count == 0)
        withExtendedLifetime(delivery) {}
    }

    @Test func recordsOfAnEarlierProcessAreSentAtTheStart() throws {
        var first: Spool? = try fixture.open()
        first?.append("1")
        first?.close()
        first = nil
        let spool = try fixture.open()
        let delivery = start(spool)
        clock.runUntilIdle()
        #expect(receiver.requests == [["1"]])
        #expect(spool.count == 0)
        withExtendedLifetime(delivery) {}
    }

    @Test func oneRequestIsSentAtATime() throws {
        receiver.answer = { _ in nil }
        let delivery = start(try fixture.open())
        append(1...12, to: delivery)
        #expect(receiver.requests == [numbers(1...4)])
        clock.enter { receiver.open[0](.settled) }
        clock.runUntilIdle()
        #expect(receiver.requests == [numbers(1...4), numbers(5...8)])
    }

    @Test func failuresKeepTheRecordsAndPauseLonger() throws {
        receiver.answer = { _ in SpoolOutcome(status: 500) }
        let spool = try fixture.open()
        let delivery = start(spool)
        append(1...4, to: delivery)
        for (pause, requests) in [(1, 2), (2, 3), (4, 4), (4, 5)] {
            clock.advance(by: .seconds(pause) - .milliseconds(1))
            #expect(receiver.requests.count == requests - 1)
            clock.advance(by: .milliseconds(1))
            #expect(receiver.requests.count == requests)
        }
        receiver.answer = { _ in .settled }
        append(5...5, to: delivery)
        #expect(receiver.requests.count == 5, "a record does not end the pause")
        clock.advance(by: .seconds(4))
        #expect(receiver.requests.suffix(2) == [numbers(1...4), ["5"]])
        #expect(spool.count == 0)
        withExtendedLifetime(delivery) {}
    }

    @Test func theReceiversPauseIsKept() throws {
        receiver.answer = { _ in SpoolOutcome(status: 429, retryAfter: .seconds(90)) }
        let spool = try fixture.open()
        let delivery = start(spool)
        append(1...4, to: delivery)
        clock.advance(by: .seconds(89))
        #expect(receiver.requests.count == 1)
        clock.advance(by: .seconds(1))
        #expect(receiver.requests.count == 2)
        #expect(spool.count == 4)
        withExtendedLifetime(delivery) {}
    }

    @Test func aReceiverThatAnswersNothingCountsAsFailed() throws {
        receiver.answer = { _ in nil }
        let spool = try fixture.open()
        let delivery = start(spool)
        append(1...4, to: delivery)
        clock.advance(by: .seconds(60))
        #expect(receiver.requests.count == 1)
        clock.advance(by: .seconds(1))
        #expect(receiver.requests.count == 2)
        // The late answer to the first request says nothing of the second.
        clock.enter { receiver.open[0](.settled) }
        clock.runUntilIdle()
        #expect(spool.count == 4)
        clock.enter { receiver.open[1](.settled) }
        clock.runUntilIdle()
        #expect(spool.count == 0)
        withExtendedLifetime(delivery) {}
    }

    @Test func refusedRecordsAreRemovedAndTheOthersFollow() throws {
        receiver.answer = { $0.contains("2") ? SpoolOutcome(status: 400) : .settled }
        let spool = try fixture.open()
        let delivery = start(spool)
        append(1...8, to: delivery)
        #expect(spool.count == 0)
        #expect(receiver.requests == [numbers(1...4), numbers(5...8)])
        #expect(try fixture.files() == [])
        withExtendedLifetime(delivery) {}
    }

    @Test func tooLargeRequestsAreHalvedUntilTheyFit() throws {
        receiver.answer = { $0.count > 1 || $0 == ["3"] ? SpoolOutcome(status: 413) : .settled }
        let spool = try fixture.open()
        let delivery = start(spool)
        append(1...4, to: delivery)
        #expect(
            receiver.requests == [
                numbers(1...4), numbers(1...2), ["1"], ["2"], numbers(3...4), ["3"], ["4"],
            ])
        #expect(spool.count == 0)
        withExtendedLifetime(delivery) {}
    }

    @Test func anAcceptedHalfIsNotSentAgainAfterAFailure() throws {
        receiver.answer = {
            $0.count > 2 ? .tooLarge : $0.contains("3") ? .failed() : .settled
        }
        let spool = try fixture.open()
        let delivery = start(spool)
        append(1...4, to: delivery)
        receiver.answer = { _ in .settled }
        clock.advance(by: .seconds(1))
        #expect(receiver.requests.dropFirst() == [numbers(1...2), numbers(3...4), numbers(3...4)])
        #expect(spool.count == 0)
        withExtendedLifetime(delivery) {}
    }

    @Test func aFlushSendsWhatIsBelowTheLine() throws {
        let delivery = start(try fixture.open())
        append(1...2, to: delivery)
        let flushed = Guarded<Bool?>(nil)
        clock.enter {
            delivery.flush(deadline: .seconds(5)) { isEmpty in flushed.withLock { $0 = isEmpty } }
        }
        clock.runUntilIdle()
        #expect(receiver.requests == [numbers(1...2)])
        #expect(flushed.withLock { $0 } == true)
    }

    @Test func aFlushEndsAtItsDeadlineAndDoesNotWaitForAPause() throws {
        receiver.answer = { _ in .failed() }
        let delivery = start(try fixture.open())
        append(1...4, to: delivery)
        let flushed = Guarded<Bool?>(nil)
        clock.enter {
            delivery.flush(deadline: .milliseconds(500)) { isEmpty in
                flushed.withLock { $0 = isEmpty }
            }
        }
        clock.runUntilIdle()
        #expect(receiver.requests.count == 2)
        #expect(flushed.withLock { $0 } == nil)
        clock.advance(by: .milliseconds(500))
        #expect(flushed.withLock { $0 } == false)
    }

    /// The request that is under way ends later, and has no effect.
    @Test func discardingRemovesWhatWaitsAndWhatIsBeingSent() throws {
        let spool = try fixture.open()
        let delivery = start(spool)
        receiver.answer = { _ in nil }
        append(1...9, to: delivery)
        #expect(receiver.requests == [numbers(1...4)])
        var isEmpty: Bool?
        clock.enter {
            delivery.flush(deadline: .seconds(100)) { isEmpty = $0 }
            delivery.discard()
        }
        #expect(isEmpty == true)
        #expect(try fixture.files() == [])
        receiver.answer = { _ in .settled }
        clock.enter { receiver.open.first?(.settled) }
        append(10...13, to: delivery)
        #expect(receiver.requests == [numbers(1...4), numbers(10...13)])
        #expect(spool.count == 0)
        withExtendedLifetime(delivery) {}
    }

    @Test func storedRecordsSurviveAProcessThatDoesNotClose() throws {
        var delivery: SpoolDelivery? = start(try fixture.open())
        append(1...2, to: try #require(delivery))
        clock.enter { delivery?.store() }
        clock.enter { delivery = nil }
        #expect(try fixture.open().drain() == numbers(1...2))
    }

    @Test func closingKeepsTheRecordsForTheNextProcess() throws {
        receiver.answer = { _ in nil }
        var delivery: SpoolDelivery? = start(try fixture.open())
        append(1...6, to: try #require(delivery))
        clock.enter {
            delivery?.close()
            receiver.open[0](.settled)
        }
        clock.runUntilIdle()
        delivery = nil
        #expect(try fixture.open().drain() == numbers(1...6))
    }

    @Test func statusesHaveTheirOutcomes() {
        #expect(SpoolOutcome(status: 204) == .settled)
        #expect(SpoolOutcome(status: 400) == .settled)
        #expect(SpoolOutcome(status: 413) == .tooLarge)
        #expect(
            SpoolOutcome(status: 429, retryAfter: .seconds(3)) == .failed(retryAfter: .seconds(3)))
        for status in [0, 302, 401, 404, 408, 500, 503] {
            #expect(SpoolOutcome(status: status) == .failed())
        }
    }
}
