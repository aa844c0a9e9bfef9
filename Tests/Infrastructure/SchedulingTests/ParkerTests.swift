import Foundation
import Scheduling
import Testing

@Suite struct ParkerTests {
    /// A deadline that has passed.
    private let past = SchedulerInstant(nanoseconds: 1)

    @Test(.timeLimit(.minutes(1)))
    func aTokenBeforeTheParkIsKept() {
        let parker = Parker()
        parker.unpark()
        parker.park(until: .distantFuture)
    }

    @Test(.timeLimit(.minutes(1)))
    func aParkEndsAtADeadlineThatHasPassedAndLeavesNoTrace() {
        let parker = Parker()
        parker.park(until: past)
        parker.park(until: past)
        // The token comes after the deadline of a park, so it is for the next one.
        parker.unpark()
        parker.park(until: .distantFuture)
    }

    @Test func severalTokensCountAsOne() {
        let parker = Parker()
        parker.unpark()
        parker.unpark()
        parker.park(until: past)
        let deadline = SchedulerInstant.monotonicNow.advanced(by: .milliseconds(1))
        parker.park(until: deadline)
        #expect(SchedulerInstant.monotonicNow >= deadline)
    }

    /// The token of a round comes before or during the park.
    @Test(.timeLimit(.minutes(1)))
    func threadsThatUnparkEachOtherMeetInEachRound() async {
        let rounds = 10_000
        let (front, back) = (Parker(), Parker())
        let turns = Guarded<[Int]>([])
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread {
                for round in 0..<rounds {
                    back.park(until: .distantFuture)
                    turns.withLock { $0.append(2 * round + 1) }
                    front.unpark()
                }
            }
            Thread.detachNewThread {
                for round in 0..<rounds {
                    turns.withLock { $0.append(2 * round) }
                    back.unpark()
                    front.park(until: .distantFuture)
                }
                continuation.resume()
            }
        }
        #expect(turns.withLock { $0 } == Array(0..<2 * rounds))
    }
}
