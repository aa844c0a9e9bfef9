import Testing

@testable import PhotoFeed

private let lost = FeedWatch.WatchFailure.transient("no connection")
private let refused = FeedWatch.WatchFailure.final("no access", status: 77)
/// The time of each input.
private let now = Duration.seconds(100)

/// The actions of each input in each phase; the rules of a watch are in `FeedWatchTests`.
@Suite("The inputs of a watch")
struct FeedWatchInputTests {
    typealias Actions = [FeedWatch.Action]

    enum Stage: CaseIterable, Sendable {
        case new, running, polling, gathering, resting, offline, locked, pausing, ended

        /// A watch with longpolls in this phase, whose pauses have no jitter.
        var watch: FeedWatch {
            var watch = FeedWatch(waiting: .longpoll) { 0 }
            guard self != .new else { return watch }
            _ = watch.start(at: .zero)
            switch self {
            case .new, .running: break
            case .locked: _ = watch.runEnded(.failed(.locked), at: .milliseconds(99_500))
            case .pausing: _ = watch.runEnded(.limited(pause: .seconds(60)), at: .seconds(99))
            case .ended: _ = watch.stop()
            case .polling, .gathering, .resting, .offline:
                _ = watch.runEnded(.complete, at: .seconds(20))
                endPoll(of: &watch)
            }
            return watch
        }

        private func endPoll(of watch: inout FeedWatch) {
            let time = Duration.seconds(99)
            switch self {
            case .gathering:
                _ = watch.pollEnded(.answered(hasChanges: true, backOff: .zero), at: time)
            case .resting:
                _ = watch.pollEnded(
                    .answered(hasChanges: false, backOff: .seconds(60)), at: time)
            case .offline: _ = watch.pollEnded(.failed(lost), at: .milliseconds(99_500))
            default: break
            }
        }
    }

    enum Input: CaseIterable, Sendable {
        case start, completeRun, limitedRun, lostRun, lockedRun, refusedRun
        case changes, noChanges, reset, lostPoll, refusedPoll, time, request, wake, stop

        func apply(to watch: inout FeedWatch) -> Actions {
            switch self {
            case .start: watch.start(at: now)
            case .completeRun: watch.runEnded(.complete, at: now)
            case .limitedRun: watch.runEnded(.limited(pause: .seconds(60)), at: now)
            case .lostRun: watch.runEnded(.failed(lost), at: now)
            case .lockedRun: watch.runEnded(.failed(.locked), at: now)
            case .refusedRun: watch.runEnded(.failed(refused), at: now)
            case .changes:
                watch.pollEnded(.answered(hasChanges: true, backOff: .zero), at: now)
            case .noChanges:
                watch.pollEnded(.answered(hasChanges: false, backOff: .zero), at: now)
            case .reset: watch.pollEnded(.reset, at: now)
            case .lostPoll: watch.pollEnded(.failed(lost), at: now)
            case .refusedPoll: watch.pollEnded(.failed(refused), at: now)
            case .time: watch.timeCame(at: now)
            case .request: watch.requested(at: now)
            case .wake: watch.woke(at: now)
            case .stop: watch.stop()
            }
        }
    }

    /// The inputs that have actions; all others leave the phase as it is.
    private static func rows(of stage: Stage) -> [Input: Actions] {
        switch stage {
        case .new: [.start: [.run], .stop: [.end(nil)]]
        case .running:
            [
                .completeRun: [.poll], .limitedRun: [.wake(at: .seconds(160))],
                .lostRun: [.report(.offline("no connection")), .wake(at: .seconds(101))],
                .lockedRun: [.report(.locked), .wake(at: .seconds(101))],
                .refusedRun: [.end(refused)], .stop: [.end(nil)],
            ]
        case .polling:
            [
                .changes: [.wake(at: .seconds(102))], .noChanges: [.poll],
                .reset: [.wake(at: .seconds(102))],
                .lostPoll: [.report(.offline("no connection")), .wake(at: .seconds(101))],
                .refusedPoll: [.end(refused)], .request: [.cancelPoll, .run],
                .wake: [.cancelPoll, .run], .stop: [.cancelPoll, .end(nil)],
            ]
        case .gathering: waits(until: .seconds(101))
        case .resting, .pausing: waits(until: .seconds(159))
        case .locked: waits(until: .milliseconds(100_500))
        case .offline:
            [
                .time: [.wake(at: .milliseconds(100_500))], .request: [.cancelWake, .run],
                .wake: [.cancelWake, .run], .stop: [.cancelWake, .end(nil)],
            ]
        case .ended: [:]
        }
    }

    private static func waits(until time: Duration) -> [Input: Actions] {
        [
            .time: [.wake(at: time)], .request: [.cancelWake, .run], .wake: [.wake(at: time)],
            .stop: [.cancelWake, .end(nil)],
        ]
    }

    @Test(arguments: Stage.allCases)
    func everyInputHasItsActions(in stage: Stage) {
        let rows = Self.rows(of: stage)
        for input in Input.allCases {
            var watch = stage.watch
            let before = watch.phase
            let actions = input.apply(to: &watch)
            #expect(actions == rows[input] ?? [], "\(input)")
            switch actions.last {
            case .run?: #expect(watch.phase == .running, "\(input)")
            case .poll?: #expect(watch.phase == .polling, "\(input)")
            case .end?: #expect(watch.phase == .ended, "\(input)")
            case .wake(let time)?: #expect(watch.phase.time == time, "\(input)")
            case .cancelPoll?, .cancelWake?, .report?, nil:
                #expect(watch.phase == before, "\(input)")
            }
        }
    }
}

extension FeedWatch.Phase {
    /// The time at which the phase ends by itself.
    fileprivate var time: Duration? {
        switch self {
        case .gathering(let time), .resting(let time), .offline(let time), .locked(let time),
            .pausing(let time):
            time
        case .new, .running, .polling, .ended: nil
        }
    }
}
