import Testing

@testable import PhotoFeed

/// The return of the pauses to their first length, after each success that ends a failure.
@Suite struct FeedWatchRecoveryTests {
    private static let lost = FeedWatch.WatchFailure.transient("no connection")

    /// A watch, whose pauses have no jitter, in its first longpoll.
    private var watch = FeedWatch(waiting: .longpoll) { 0 }
    private var now = Duration.zero

    init() {
        _ = watch.start(at: now)
        advance()
    }

    /// Advances the watch to its next longpoll; its runs succeed at once.
    private mutating func advance() {
        while watch.phase != .polling {
            switch watch.phase {
            case .gathering(let time), .resting(let time), .offline(let time), .locked(let time),
                .pausing(let time):
                now = time
                _ = watch.timeCame(at: now)
            case .running: _ = watch.runEnded(.complete, at: now)
            case .new, .polling, .ended: return
            }
        }
    }

    /// Ends so many longpolls with a failure at once, and returns the pauses in seconds.
    private mutating func loseLongpolls(_ count: Int) -> [Int64] {
        (0..<count).map { _ in
            let start = now
            _ = watch.pollEnded(.failed(Self.lost), at: now)
            guard case .offline(let time) = watch.phase else { return -1 }
            advance()
            return (time - start).components.seconds
        }
    }

    /// Ends so many runs with a failure, from a longpoll on, and returns the pauses in seconds.
    private mutating func failRuns(_ count: Int, _ failure: FeedWatch.WatchFailure) -> [Int64] {
        _ = watch.requested(at: now)
        return (0..<count).map { _ in
            let start = now
            _ = watch.runEnded(.failed(failure), at: now)
            switch watch.phase {
            case .offline(let time), .locked(let time): now = time
            default: return -1
            }
            _ = watch.timeCame(at: now)
            return (now - start).components.seconds
        }
    }

    @Test(arguments: [
        FeedWatch.PollEnd.answered(hasChanges: false, backOff: .zero),
        .answered(hasChanges: true, backOff: .zero),
        .answered(hasChanges: false, backOff: .seconds(9)), .reset,
    ])
    mutating func anAnswerToALongpollEndsTheGrowth(_ answer: FeedWatch.PollEnd) {
        #expect(loseLongpolls(4) == [1, 2, 4, 8])
        _ = watch.pollEnded(answer, at: now)
        advance()
        #expect(loseLongpolls(2) == [1, 2])
    }

    @Test mutating func aSleepEndsTheGrowth() {
        #expect(loseLongpolls(4) == [1, 2, 4, 8])
        _ = watch.woke(at: now)
        advance()
        #expect(loseLongpolls(2) == [1, 2])
    }

    @Test(arguments: [lost, .locked])
    mutating func aRunThatSucceedsEndsTheGrowth(_ failure: FeedWatch.WatchFailure) {
        let pauses = failRuns(4, failure)
        #expect(pauses == pauses.sorted() && pauses[0] < pauses[3])
        advance()
        #expect(failRuns(4, failure) == pauses)
    }
}
