/// The state machine of a program that keeps a library up to date for weeks.
///
/// It waits for changes at the server, and starts a run when there are some. Each input returns the
/// actions to perform, in order. It uses no clock and sends no request: its owner gives the time,
/// from a clock that also counts while the machine sleeps.
///
/// ```swift
/// var watch = FeedWatch(waiting: .longpoll)
/// print(watch.start(at: .zero))  // [run]
/// print(watch.runEnded(.complete, at: .seconds(1)))  // [poll]
/// ```
///
/// The rules, whose numbers the tests name:
///
/// 1. A run precedes the first wait, and follows each interruption of the connection.
/// 2. A burst of changes is gathered for two seconds, and makes one run every ten seconds.
/// 3. A wait never begins earlier than the server has asked for, nor within a second of the last.
/// 4. Failures that may pass are repeated with growing pauses, and reported at their beginning and
///    end only.
/// 5. A library that is in use is tried again after at most a minute.
/// 6. After a sleep of the machine, or a change of its networks, the connection is made again at
///    once.
/// 7. A failure that needs the user ends the watch.
/// 8. A run that a limit has ended is continued after a pause.
/// 9. The parts that a run has left for a later time are tried again at that time, also without a
///    change at the server, and every five minutes at most.
package struct FeedWatch: Sendable {
    /// The way to learn of changes.
    package enum Waiting: Hashable, Sendable {
        /// The server answers a request when there are changes.
        case longpoll
        /// A run compares the tags of the feed at this interval.
        case interval(Duration)
        /// A run compares the tags of the feed, at an interval that depends on its cost.
        case tags
    }

    /// An action that the owner of the machine performs.
    package enum Action: Hashable, Sendable {
        /// Starts a run, which answers with `runEnded(_:at:)`.
        case run
        /// Sends a longpoll, which answers with `pollEnded(_:at:)`.
        case poll
        /// Cancels the longpoll in progress; its answer is ignored.
        case cancelPoll
        /// Calls `timeCame(at:)` at this time, in place of an earlier time.
        case wake(at: Duration)
        /// Drops the time of `wake(at:)`.
        case cancelWake
        /// Reports a change of the connection.
        case report(Notice)
        /// Ends the watch.
        case end(WatchFailure?)
    }

    /// An event for the log; each is reported once, not at every try.
    package enum Notice: Hashable, Sendable {
        /// The server cannot be reached, for this reason.
        case offline(String)
        /// The server can be reached again.
        case online
        /// Another run holds the library.
        case locked
    }

    /// The end of a run or a longpoll that has failed.
    package enum WatchFailure: Hashable, Sendable {
        /// A failure that may pass by itself.
        case transient(String)
        /// Another run holds the library.
        case locked
        /// A failure that needs the user, with the exit code of the program.
        case final(String, status: Int32)
    }

    /// The end of a run.
    package enum RunEnd: Hashable, Sendable {
        /// The library is up to date.
        case complete
        /// A limit has ended the run; its rest is done by another one after the pause.
        case limited(pause: Duration)
        /// The run has failed.
        case failed(WatchFailure)
    }

    /// The answer to a longpoll.
    package enum PollEnd: Hashable, Sendable {
        /// The server has answered, and asks for no request within `backOff`.
        case answered(hasChanges: Bool, backOff: Duration)
        /// The cursor is no longer valid; a run lists the feed again.
        case reset
        /// The longpoll has failed.
        case failed(WatchFailure)
    }

    /// The phase, for a report of the state.
    package enum Phase: Hashable, Sendable {
        /// The watch has not started.
        case new
        /// A run is in progress.
        case running
        /// A longpoll is in progress.
        case polling
        /// Changes are gathered until this time.
        case gathering(until: Duration)
        /// A longpoll is not allowed before this time.
        case resting(until: Duration)
        /// A failed run or longpoll is repeated at this time.
        case offline(until: Duration)
        /// The run waits for a library that is in use until this time.
        case locked(until: Duration)
        /// The next run of a provider without longpoll, or after a limited one, is at this time.
        case pausing(until: Duration)
        /// The watch is over.
        case ended
    }

    /// The time for which changes are gathered before a run.
    package static let gathering = Duration.seconds(2)
    /// The shortest interval between the starts of two runs that changes cause.
    package static let runInterval = Duration.seconds(10)
    /// The shortest interval between the starts of two longpolls.
    package static let pollInterval = Duration.seconds(1)
    /// The time until which the failure of a longpoll is one of its start.
    package static let shortPoll = Duration.seconds(60)
    /// The interval of runs that see by one request that nothing has changed.
    package static let shortInterval = Duration.seconds(60)
    /// The interval of runs that have to compare the whole feed.
    package static let longInterval = Duration.seconds(900)
    /// The shortest time from the end of a run to that of another attempt of what it has left.
    package static let attemptInterval = Duration.seconds(300)
    /// The longest pause after failures.
    package static let longestPause = Duration.seconds(300)
    /// The longest pause while another run holds the library.
    package static let longestLock = Duration.seconds(60)

    /// The current phase.
    package private(set) var phase = Phase.new
    /// Whether the server could not be reached at the last try.
    package private(set) var isOffline = false

    private let waiting: Waiting
    private var random: @Sendable () -> Double
    private var failures = 0
    private var locks = 0
    /// The number of longpolls in a row that have failed soon after their start.
    private var lostPolls = 0
    /// Whether a run was requested during the one in progress.
    private var isRequested = false
    /// Whether the last run without changes has compared the whole feed.
    private var comparesFeed = false
    /// The time of the next attempt of what the last run has left; `nil` if it has left nothing.
    private var nextAttempt: Duration?
    private var lastRun: Duration?
    /// The start of the last longpoll.
    private var pollStart = Duration.zero
    /// The earliest time of the next longpoll.
    private var nextPoll = Duration.zero

    /// Creates a watch.
    ///
    /// - Parameter random: returns numbers from 0 to below 1, for the jitter of pauses.
    package init(
        waiting: Waiting,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.waiting = waiting
        self.random = random
    }

    // MARK: Inputs

    /// Starts the watch with a run.
    package mutating func start(at now: Duration) -> [Action] {
        guard phase == .new else { return [] }
        return run(at: now)
    }

    /// Takes the number of requests of a run that has found no changes, before its end.
    package mutating func foundNoChanges(requests: Int) { comparesFeed = requests > 1 }

    /// Takes the earliest time at which what a run has left may be tried again, before its end;
    /// `nil` if it has left nothing.
    package mutating func leftParts(until time: Duration?) { nextAttempt = time }

    /// Takes the end of a run.
    package mutating func runEnded(_ end: RunEnd, at now: Duration) -> [Action] {
        guard phase == .running else { return [] }
        switch end {
        case .complete, .limited:
            // The pauses continue to grow if runs succeed and longpolls fail, as behind a firewall
            // that blocks the host of the longpolls only.
            failures = lostPolls
            locks = 0
            let notices: [Action] = isOffline ? [.report(.online)] : []
            isOffline = false
            nextAttempt = nextAttempt.map { max($0, now + Self.attemptInterval) }
            guard !isRequested else { return notices + run(at: now) }
            guard case .limited(let pause) = end else { return notices + wait(at: now) }
            phase = .pausing(until: now + pause)
            return notices + [.wake(at: now + pause)]
        case .failed(let failure): return failed(failure, at: now)
        }
    }

    /// Takes the end of a longpoll.
    package mutating func pollEnded(_ end: PollEnd, at now: Duration) -> [Action] {
        guard phase == .polling else { return [] }
        switch end {
        case .answered(let hasChanges, let backOff):
            (failures, lostPolls) = (0, 0)
            nextPoll = max(nextPoll, now + backOff)
            return hasChanges ? gather(at: now) : wait(at: now)
        case .reset:
            (failures, lostPolls) = (0, 0)
            return gather(at: now)
        case .failed(let failure):
            // A connection that has lasted for a while is lost at times.
            let isEarly = now - pollStart < Self.shortPoll
            if !isEarly { failures = 0 }
            lostPolls = isEarly ? lostPolls + 1 : 0
            return failed(failure, at: now)
        }
    }

    /// Takes the time of the last `wake(at:)`.
    package mutating func timeCame(at now: Duration) -> [Action] {
        switch phase {
        case .gathering(let time), .offline(let time), .locked(let time), .pausing(let time):
            now < time ? [.wake(at: time)] : run(at: now)
        case .resting(let time):
            now < time ? [.wake(at: time)] : wait(at: now)
        case .polling: attempt(at: now)
        case .new, .running, .ended: []
        }
    }

    /// Takes the request of a user for a run at once, or after the one in progress, however that
    /// ends.
    package mutating func requested(at now: Duration) -> [Action] {
        switch phase {
        case .new, .ended: return []
        case .running:
            isRequested = true
            return []
        case .polling: return cancelPoll + run(at: now)
        case .gathering, .resting, .offline, .locked, .pausing:
            return [.cancelWake] + run(at: now)
        }
    }

    /// Takes a sleep of the machine, or the arrival or loss of a network.
    ///
    /// The connection of a longpoll is probably dead, and its peer does not say so. A pause after
    /// failures is probably no longer needed.
    package mutating func woke(at now: Duration) -> [Action] {
        (failures, lostPolls) = (0, 0)
        switch phase {
        case .polling, .offline: return requested(at: now)
        case .resting, .pausing, .gathering, .locked: return timeCame(at: now)
        case .new, .running, .ended: return []
        }
    }

    /// Ends the watch.
    package mutating func stop() -> [Action] {
        defer { phase = .ended }
        switch phase {
        case .ended: return []
        case .new, .running: return [.end(nil)]
        case .polling: return cancelPoll + [.end(nil)]
        case .gathering, .resting, .offline, .locked, .pausing: return [.cancelWake, .end(nil)]
        }
    }

    // MARK: Phases

    private mutating func run(at now: Duration) -> [Action] {
        phase = .running
        isRequested = false
        lastRun = now
        nextAttempt = nil
        return [.run]
    }

    /// Ends a longpoll to try again what the last run has left, if the time for it has come.
    private mutating func attempt(at now: Duration) -> [Action] {
        guard let nextAttempt else { return [] }
        return now < nextAttempt ? [.wake(at: nextAttempt)] : [.cancelPoll] + run(at: now)
    }

    /// The actions that end a longpoll, and the wait for the next attempt beside it.
    private var cancelPoll: [Action] {
        nextAttempt == nil ? [.cancelPoll] : [.cancelPoll, .cancelWake]
    }

    /// Waits for changes, and for the time of the next attempt of what the last run has left.
    private mutating func wait(at now: Duration) -> [Action] {
        if let nextAttempt, now >= nextAttempt { return run(at: now) }
        switch waiting {
        case .interval(let interval): return pause(for: interval, at: now)
        case .tags:
            return pause(for: comparesFeed ? Self.longInterval : Self.shortInterval, at: now)
        case .longpoll:
            guard now >= nextPoll else {
                phase = .resting(until: nextPoll)
                return [.wake(at: nextPoll)]
            }
            phase = .polling
            pollStart = now
            nextPoll = now + Self.pollInterval
            guard let nextAttempt else { return [.poll] }
            return [.wake(at: nextAttempt), .poll]
        }
    }

    private mutating func pause(for interval: Duration, at now: Duration) -> [Action] {
        let time = min(now + interval, nextAttempt ?? now + interval)
        phase = .pausing(until: time)
        return [.wake(at: time)]
    }

    /// Gathers the changes of a burst.
    private mutating func gather(at now: Duration) -> [Action] {
        var time = now + Self.gathering
        if let lastRun { time = max(time, lastRun + Self.runInterval) }
        phase = .gathering(until: time)
        return [.wake(at: time)]
    }

    private mutating func failed(_ failure: WatchFailure, at now: Duration) -> [Action] {
        let notices: [Action]
        let time: Duration
        switch failure {
        case .final:
            phase = .ended
            return [.end(failure)]
        case .locked:
            locks += 1
            notices = locks == 1 ? [.report(.locked)] : []
            time = now + pause(locks, longest: Self.longestLock)
            phase = .locked(until: time)
        case .transient(let reason):
            failures += 1
            notices = isOffline ? [] : [.report(.offline(reason))]
            isOffline = true
            time = now + pause(failures, longest: Self.longestPause)
            phase = .offline(until: time)
        }
        // A run that was requested during the failed one does not wait for the pause.
        return notices + (isRequested ? run(at: now) : [.wake(at: time)])
    }

    /// Returns the pause after a number of failures: one second, doubled, with jitter downwards.
    private func pause(_ count: Int, longest: Duration) -> Duration {
        let full = min(Duration.seconds(1 << min(count - 1, 20)), longest)
        return full * (1 - random() / 2)
    }
}
