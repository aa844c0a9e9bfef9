import Testing

@testable import PhotoFeed

/// The state machine of a watch, input by input.
@Suite("A watch")
struct FeedWatchTests {
    private let lost = FeedWatch.WatchFailure.transient("no connection")

    /// A watch whose pauses have no jitter.
    private func watch(_ waiting: FeedWatch.Waiting = .longpoll) -> FeedWatch {
        FeedWatch(waiting: waiting) { 0 }
    }

    /// A watch whose first run, from 0 s to 20 s, is over, and whose longpoll is in progress.
    private func polling() -> FeedWatch {
        var watch = watch()
        _ = watch.start(at: .zero)
        _ = watch.runEnded(.complete, at: .seconds(20))
        return watch
    }

    private func answer(_ hasChanges: Bool, backOff: Duration = .zero) -> FeedWatch.PollEnd {
        .answered(hasChanges: hasChanges, backOff: backOff)
    }

    // MARK: Rule 1

    @Test func aRunPrecedesTheFirstLongpoll() {
        var watch = watch()
        #expect(watch.start(at: .zero) == [.run])
        #expect(watch.runEnded(.complete, at: .seconds(20)) == [.poll])
        #expect(watch.phase == .polling)
    }

    @Test func aRunFollowsAnInterruption() {
        var watch = polling()
        let time = Duration.seconds(50)
        #expect(
            watch.pollEnded(.failed(lost), at: time)
                == [.report(.offline("no connection")), .wake(at: .seconds(51))])
        #expect(watch.timeCame(at: .seconds(51)) == [.run])
        #expect(watch.runEnded(.complete, at: .seconds(52)) == [.report(.online), .poll])
    }

    @Test func aProviderWithoutLongpollRunsAtAnInterval() {
        var watch = watch(.interval(.seconds(300)))
        #expect(watch.start(at: .zero) == [.run])
        #expect(watch.runEnded(.complete, at: .seconds(5)) == [.wake(at: .seconds(305))])
        #expect(watch.timeCame(at: .seconds(305)) == [.run])
    }

    /// A run that has found changes says nothing about the cost of one without.
    @Test func theIntervalDependsOnTheRequestsOfARunWithoutChanges() {
        var watch = watch(.tags)
        var now = Duration.zero
        func interval(after requests: Int?) -> Duration? {
            if let requests { watch.foundNoChanges(requests: requests) }
            let action = watch.runEnded(.complete, at: now).last
            guard case .wake(let time)? = action else { return nil }
            defer { now = time }
            #expect(watch.timeCame(at: time) == [.run])
            return time - now
        }
        #expect(watch.start(at: now) == [.run])
        #expect(interval(after: nil) == .seconds(60))
        #expect(interval(after: 1_002) == .seconds(900))
        #expect(interval(after: nil) == .seconds(900))
        #expect(interval(after: 1) == .seconds(60))
    }

    // MARK: Rule 2

    @Test func changesAreGatheredForTwoSeconds() {
        var watch = polling()
        #expect(watch.pollEnded(answer(true), at: .seconds(60)) == [.wake(at: .seconds(62))])
        #expect(watch.timeCame(at: .seconds(61)) == [.wake(at: .seconds(62))])
        #expect(watch.timeCame(at: .seconds(62)) == [.run])
    }

    @Test func aBurstMakesOneRunEveryTenSeconds() {
        var watch = polling()
        _ = watch.pollEnded(answer(true), at: .seconds(60))
        _ = watch.timeCame(at: .seconds(62))
        #expect(watch.runEnded(.complete, at: .seconds(63)) == [.poll])
        #expect(watch.pollEnded(answer(true), at: .seconds(63)) == [.wake(at: .seconds(72))])
    }

    @Test func aServerThatAlwaysHasChangesIsBounded() {
        var watch = watch()
        var (now, runs, polls) = (Duration.zero, 0, 0)
        var actions = watch.start(at: now)
        while now < .seconds(3_600) {
            switch actions.last {
            case .run:
                runs += 1
                actions = watch.runEnded(.complete, at: now)
            case .poll:
                polls += 1
                actions = watch.pollEnded(answer(true), at: now)
            case .wake(let time):
                now = time
                actions = watch.timeCame(at: now)
            default:
                Issue.record("the watch has ended: \(actions)")
                return
            }
        }
        #expect(runs <= 361)
        #expect(polls <= 361)
    }

    @Test func aRunFollowsAReset() {
        var watch = polling()
        #expect(watch.pollEnded(.reset, at: .seconds(60)) == [.wake(at: .seconds(62))])
    }

    // MARK: Rule 3

    @Test func theBackOffOfTheServerIsKept() {
        var watch = polling()
        let time = Duration.seconds(500)
        #expect(
            watch.pollEnded(answer(false, backOff: .seconds(60)), at: time)
                == [.wake(at: .seconds(560))])
        #expect(watch.timeCame(at: .seconds(559)) == [.wake(at: .seconds(560))])
        #expect(watch.timeCame(at: .seconds(560)) == [.poll])
    }

    @Test func theBackOffSurvivesARunAndASleep() {
        var watch = polling()
        _ = watch.pollEnded(answer(true, backOff: .seconds(60)), at: .seconds(500))
        _ = watch.timeCame(at: .seconds(502))
        #expect(watch.runEnded(.complete, at: .seconds(503)) == [.wake(at: .seconds(560))])
        #expect(watch.woke(at: .seconds(530)) == [.wake(at: .seconds(560))])
    }

    // Maestral#302, Maestral#616: the program asked without end.
    @Test func aServerThatAnswersAtOnceIsAskedOnceASecond() {
        var watch = polling()
        #expect(watch.pollEnded(answer(false), at: .seconds(20)) == [.wake(at: .seconds(21))])
        #expect(watch.timeCame(at: .seconds(21)) == [.poll])
        #expect(watch.pollEnded(answer(false), at: .seconds(500)) == [.poll])
    }

    // MARK: Rules 4 and 5

    @Test func pausesGrowToFiveMinutesAndAreReportedOnce() {
        var watch = watch()
        var actions = watch.start(at: .zero)
        var pauses: [Int64] = []
        var notices = 0
        var now = Duration.zero
        for _ in 0..<12 {
            actions = watch.runEnded(.failed(lost), at: now)
            notices += actions.filter { if case .report = $0 { true } else { false } }.count
            guard case .wake(let time)? = actions.last else { break }
            pauses.append((time - now).components.seconds)
            now = time
            _ = watch.timeCame(at: now)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
        #expect(notices == 1)
        #expect(watch.isOffline)
        #expect(watch.runEnded(.complete, at: now) == [.report(.online), .poll])
        #expect(watch.runEnded(.complete, at: now) == [])
    }

    @Test func longpollsThatFailAtOnceMakeFewRuns() {
        var watch = polling()
        var now = Duration.seconds(20)
        var pauses: [Int64] = []
        for _ in 0..<11 {
            guard case .wake(let time)? = watch.pollEnded(.failed(lost), at: now).last else {
                break
            }
            pauses.append((time - now).components.seconds)
            now = time
            #expect(watch.timeCame(at: now) == [.run])
            #expect(watch.runEnded(.complete, at: now) == [.report(.online), .poll])
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
        // A longpoll that lasts shows that the host can be reached again.
        now += FeedWatch.shortPoll
        #expect(watch.pollEnded(.failed(lost), at: now).last == .wake(at: now + .seconds(1)))
    }

    // Rule 8.
    @Test func aRunThatALimitHasEndedIsContinuedAfterAPause() {
        var watch = watch()
        _ = watch.start(at: .zero)
        let end = FeedWatch.RunEnd.limited(pause: .seconds(300))
        #expect(watch.runEnded(end, at: .seconds(5)) == [.wake(at: .seconds(305))])
        #expect(watch.timeCame(at: .seconds(304)) == [.wake(at: .seconds(305))])
        #expect(watch.timeCame(at: .seconds(305)) == [.run])
        // The user does not have to wait.
        _ = watch.runEnded(end, at: .seconds(310))
        #expect(watch.requested(at: .seconds(311)) == [.cancelWake, .run])
        _ = watch.requested(at: .seconds(312))
        #expect(watch.runEnded(end, at: .seconds(313)) == [.run])
    }

    // MARK: Rule 9

    /// A watch whose first run has ended at 0 s, and has left something until a time.
    private func watch(
        _ waiting: FeedWatch.Waiting = .longpoll, leavingPartsUntil time: Duration?
    ) -> (FeedWatch, [FeedWatch.Action]) {
        var watch = watch(waiting)
        _ = watch.start(at: .zero)
        watch.leftParts(until: time)
        let actions = watch.runEnded(.complete, at: .zero)
        return (watch, actions)
    }

    @Test func whatARunHasLeftIsTriedAgainWithoutAChange() {
        var (watch, actions) = watch(leavingPartsUntil: .seconds(900))
        #expect(actions == [.wake(at: .seconds(900)), .poll])
        #expect(watch.pollEnded(answer(false), at: .seconds(480)) == actions)
        #expect(watch.timeCame(at: .seconds(899)) == [.wake(at: .seconds(900))])
        #expect(watch.timeCame(at: .seconds(900)) == [.cancelPoll, .run])
        // The answer of the longpoll that was cancelled is late.
        #expect(watch.pollEnded(answer(true), at: .seconds(900)) == [])
        // Nothing is left.
        #expect(watch.runEnded(.complete, at: .seconds(901)) == [.poll])
        #expect(watch.timeCame(at: .seconds(10_000)) == [])
    }

    @Test(arguments: [-1, 0, 299, 300])
    func whatIsLeftIsTriedEveryFiveMinutesAtMost(_ seconds: Int) {
        var (watch, actions) = watch(leavingPartsUntil: .seconds(seconds))
        var now = Duration.zero
        for _ in 0..<3 {
            #expect(actions == [.wake(at: now + .seconds(300)), .poll])
            now += .seconds(300)
            #expect(watch.timeCame(at: now) == [.cancelPoll, .run])
            watch.leftParts(until: now)
            actions = watch.runEnded(.complete, at: now)
        }
    }

    @Test func anAttemptWaitsForTheBackOffAndNotForAnotherLongpoll() {
        var (watch, _) = watch(leavingPartsUntil: .seconds(500))
        let actions = watch.pollEnded(answer(false, backOff: .seconds(60)), at: .seconds(480))
        #expect(actions == [.wake(at: .seconds(540))])
        #expect(watch.timeCame(at: .seconds(540)) == [.run])
    }

    @Test func anAttemptShortensAnInterval() {
        let waiting = FeedWatch.Waiting.interval(.seconds(3_600))
        var (watch, actions) = watch(waiting, leavingPartsUntil: .seconds(900))
        #expect(actions == [.wake(at: .seconds(900))])
        #expect(watch.timeCame(at: .seconds(900)) == [.run])
        let (_, others) = self.watch(waiting, leavingPartsUntil: .seconds(7_200))
        #expect(others == [.wake(at: .seconds(3_600))])
    }

    @Test func theWaitForAnAttemptEndsWithTheLongpoll() {
        var (watch, _) = watch(leavingPartsUntil: .seconds(900))
        var stopped = watch
        #expect(stopped.stop() == [.cancelPoll, .cancelWake, .end(nil)])
        #expect(watch.requested(at: .seconds(60)) == [.cancelPoll, .cancelWake, .run])
    }

    @Test func theJitterShortensAPauseByAtMostHalf() {
        var watch = FeedWatch(waiting: .longpoll) { 0.999 }
        _ = watch.start(at: .zero)
        guard case .wake(let time)? = watch.runEnded(.failed(lost), at: .zero).last else {
            Issue.record("no pause")
            return
        }
        #expect(time > .milliseconds(500) && time < .milliseconds(502))
    }

    @Test func aLibraryInUseIsTriedAgainAfterAtMostAMinute() {
        var watch = watch()
        var now = Duration.zero
        _ = watch.start(at: now)
        var pauses: [Int64] = []
        for number in 0..<8 {
            let actions = watch.runEnded(.failed(.locked), at: now)
            #expect(actions.first == (number == 0 ? .report(.locked) : actions.last))
            guard case .wake(let time)? = actions.last else { break }
            pauses.append((time - now).components.seconds)
            now = time
            #expect(watch.timeCame(at: now) == [.run])
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(!watch.isOffline)
    }

    // MARK: Rule 6

    @Test func aSleepEndsTheLongpoll() {
        var watch = polling()
        #expect(watch.woke(at: .seconds(7_200)) == [.cancelPoll, .run])
        // The answer of the longpoll that was cancelled is late.
        #expect(watch.pollEnded(answer(true), at: .seconds(7_200)) == [])
    }

    /// A watch in a run after many failures, and the time.
    private func runAfterFailures() -> (FeedWatch, Duration) {
        var watch = watch()
        var now = Duration.zero
        _ = watch.start(at: now)
        for _ in 0..<9 {
            guard case .wake(let time)? = watch.runEnded(.failed(lost), at: now).last else { break }
            now = time
            _ = watch.timeCame(at: now)
        }
        return (watch, now)
    }

    @Test func aSleepEndsALongPause() {
        let (former, now) = runAfterFailures()
        var watch = former
        _ = watch.runEnded(.failed(lost), at: now)
        #expect(watch.woke(at: now + .seconds(1)) == [.cancelWake, .run])
        // The pauses begin with the shortest one again.
        #expect(watch.runEnded(.failed(lost), at: now) == [.wake(at: now + .seconds(1))])
    }

    @Test func aNetworkThatArrivesDuringARunShortensThePauseAfterIt() {
        let (former, now) = runAfterFailures()
        var watch = former
        #expect(watch.woke(at: now) == [])
        #expect(watch.runEnded(.failed(lost), at: now) == [.wake(at: now + .seconds(1))])
    }

    // MARK: Rule 7, and the user

    @Test func aFailureThatNeedsTheUserEndsTheWatch() {
        let refused = FeedWatch.WatchFailure.final("the token is revoked", status: 77)
        var running = watch()
        _ = running.start(at: .zero)
        #expect(running.runEnded(.failed(refused), at: .zero) == [.end(refused)])
        var polling = polling()
        #expect(polling.pollEnded(.failed(refused), at: .seconds(60)) == [.end(refused)])
        #expect(polling.stop() == [])
    }

    @Test func aRequestRunsAtOnce() {
        var polling = polling()
        #expect(polling.requested(at: .seconds(60)) == [.cancelPoll, .run])
        // A request during a run makes one more.
        #expect(polling.requested(at: .seconds(61)) == [])
        #expect(polling.requested(at: .seconds(61)) == [])
        #expect(polling.runEnded(.complete, at: .seconds(62)) == [.run])
        #expect(polling.runEnded(.complete, at: .seconds(63)) == [.poll])
    }

    @Test(arguments: [
        (
            FeedWatch.WatchFailure.transient("no connection"),
            FeedWatch.Notice.offline("no connection")
        ),
        (FeedWatch.WatchFailure.locked, FeedWatch.Notice.locked),
    ])
    func aRequestDuringARunThatFailsMakesOneMore(
        _ failure: FeedWatch.WatchFailure, _ notice: FeedWatch.Notice
    ) {
        var watch = watch()
        _ = watch.start(at: .zero)
        #expect(watch.requested(at: .seconds(1)) == [])
        #expect(watch.runEnded(.failed(failure), at: .seconds(2)) == [.report(notice), .run])
        // The request is used up: the next failure has a pause, which has grown.
        #expect(watch.runEnded(.failed(failure), at: .seconds(3)) == [.wake(at: .seconds(5))])
    }

    @Test func inputsOfAnotherPhaseAreIgnored() {
        var new = watch()
        #expect(new.requested(at: .zero) == [])
        #expect(new.woke(at: .zero) == [])
        #expect(new.timeCame(at: .zero) == [])
        #expect(new.runEnded(.complete, at: .zero) == [])
        _ = new.start(at: .zero)
        #expect(new.start(at: .zero) == [])
        #expect(new.timeCame(at: .zero) == [])
        #expect(new.pollEnded(answer(true), at: .zero) == [])
        #expect(new.stop() == [.end(nil)])
        #expect(new.start(at: .zero) == [])
        #expect(new.requested(at: .zero) == [])
        #expect(new.woke(at: .zero) == [])
    }

    @Test func aStopCancelsTheWait() {
        var polling = polling()
        #expect(polling.stop() == [.cancelPoll, .end(nil)])
        var resting = self.polling()
        _ = resting.pollEnded(answer(false, backOff: .seconds(9)), at: .seconds(60))
        #expect(resting.stop() == [.cancelWake, .end(nil)])
        #expect(resting.phase == .ended)
    }
}
