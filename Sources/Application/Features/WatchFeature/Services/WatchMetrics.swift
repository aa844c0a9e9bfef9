import PhotoFeed
import ProgramServices
import TextFormats

/// The numbers of the watches of a program, without names, paths and accounts.
struct WatchMetrics: Sendable {
    /// A point in time.
    struct Moment: Hashable, Sendable {
        /// The time since the start of the program, which counts a sleep of the machine, too.
        var elapsed: Duration
        /// The seconds since 1970.
        var wallTime: Double
    }

    /// The age of a success until which a library is fresh, although its watch does not wait.
    static let freshness = Duration.seconds(1_800)

    /// The state of the watches.
    private(set) var status = WatchStatus()
    private var successes: [ByteEqualString: Moment] = [:]
    /// The libraries whose last run was ended by a limit before they were in sync.
    private var unfinished: Set<ByteEqualString> = []
    private var runs: [String: Int] = [:]
    private var commands: [String: Int] = [:]
    private var changes = ChangeSummary()
    private var thumbnails = 0
    private var measures: [ByteEqualString: WatchMeasure] = [:]
    private var waits: [FeedPause.Reason: Duration] = [:]
    private var pollCount = 0
    private var pollTime = Duration.zero
    private var stateTimes: [WatchStatus.State: Duration] = [:]
    private var lastTime = Duration.zero

    /// Takes the libraries that are watched from now on.
    mutating func begin(_ libraries: [String], at now: Moment) {
        advance(to: now)
        status.begin(libraries)
        successes = successes.filter { status.states[$0.key] != nil }
        unfinished = unfinished.filter { status.states[$0] != nil }
        measures = measures.filter { status.states[$0.key] != nil }
    }

    /// Takes an event of the watch of a library.
    mutating func take(_ event: WatchEvent, of library: String, at now: Moment) {
        advance(to: now)
        status.take(event, of: library)
        let library = ByteEqualString(library)
        if let progress = event.progress {
            changes += progress.changeSummary
            thumbnails += progress.thumbnails
        }
        switch event {
        case .synced:
            runs["success", default: 0] += 1
            unfinished.remove(library)
            successes[library] = now
        case .measured(let measure): measures[library] = measure
        case .waited(let reason, let time): waits[reason, default: .zero] += time
        case .polled(let time):
            pollCount += 1
            pollTime += time
        case .waiting:
            if !unfinished.contains(library) { successes[library] = now }
        case .limited(let progress):
            runs["limited", default: 0] += 1
            if progress == nil { unfinished.insert(library) } else { unfinished.remove(library) }
        case .runFailed(.transient, _): runs["transient", default: 0] += 1
        case .runFailed(.locked, _): runs["locked", default: 0] += 1
        case .runFailed(.final, _): runs["final", default: 0] += 1
        case .command(let end):
            let isGood = if case .ended(0, _) = end { true } else { false }
            commands[isGood ? "success" : "failure", default: 0] += 1
        case .running, .notice, .reloaded, .listening, .serving, .unlisted, .ended: break
        }
    }

    /// Whether each library is up to date, or was at most half an hour ago.
    func isFresh(at now: Moment) -> Bool {
        status.isReady
            && status.states.allSatisfy { library, state in
                switch state {
                case .waiting where !unfinished.contains(library): return true
                case .ended: return false
                case .waiting, .running, .offline, .locked:
                    guard let success = successes[library] else { return false }
                    return now.elapsed - success.elapsed <= Self.freshness
                }
            }
    }

    /// The text for Prometheus.
    ///
    /// - Parameter requests: the requests of all watches so far.
    func text(at now: Moment, requests: [RequestCounter.Group: Int] = [:]) -> String {
        var metrics = self
        metrics.advance(to: now)
        return metrics.text(requests)
    }

    private func text(_ requests: [RequestCounter.Group: Int]) -> String {
        var text = PrometheusText()
        text.family(
            "photopark_watch_libraries", .gauge, "The number of libraries by state.",
            WatchStatus.State.allCases.map { state in
                .init(Double(status.states.values.count { $0 == state }), ["state": state.rawValue])
            })
        text.family(
            "photopark_watch_state_seconds_total", .counter,
            "The time that all libraries have spent in a state.",
            WatchStatus.State.allCases.map { state in
                .init(
                    stateTimes[state, default: .zero] / .seconds(1), ["state": state.rawValue])
            })
        text.family(
            "photopark_watch_last_success_timestamp_seconds", .gauge,
            "The time of the last run or wait without a failure, of the library with the oldest.",
            oldestSuccess.map { [.init($0)] } ?? [])
        text.family(
            "photopark_watch_runs_total", .counter, "The runs that have ended.",
            ["success", "limited", "transient", "locked", "final"].map {
                .init(Double(runs[$0, default: 0]), ["result": $0])
            })
        text.family(
            "photopark_watch_changes_total", .counter, "The changed photos and videos.",
            [
                .init(Double(changes.added), ["kind": "added"]),
                .init(Double(changes.changed), ["kind": "changed"]),
                .init(Double(changes.removed), ["kind": "removed"]),
            ])
        text.family(
            "photopark_watch_thumbnails_total", .counter, "The thumbnails that were stored.",
            [.init(Double(thumbnails))])
        text.family(
            "photopark_watch_requests_total", .counter,
            "The requests by host and status; none is the status of those without a response.",
            requests.map { ($0.key.host, $0.key.status.map(String.init) ?? "none", $0.value) }
                .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
                .map { .init(Double($0.2), ["host": $0.0, "status": $0.1]) })
        text.family(
            "photopark_watch_wait_seconds_total", .counter,
            "The time that runs have waited, by reason.",
            [("rate_limit", .rateLimit), ("failure", .failure), ("answer", .answer)].map {
                (name: String, reason: FeedPause.Reason) in
                .init(waits[reason, default: .zero] / .seconds(1), ["reason": name])
            })
        text.summary(
            "photopark_watch_poll_seconds", "The duration of the longpolls that have ended.",
            sum: pollTime / .seconds(1), count: pollCount)
        text.family(
            "photopark_watch_wanted_thumbnails", .gauge,
            "The thumbnails that are still to be fetched.",
            [.init(sum(\.wantedThumbnails))])
        text.family(
            "photopark_watch_wanted_originals", .gauge,
            "The originals that are still to be downloaded.",
            [.init(sum(\.wantedOriginals))])
        text.family(
            "photopark_watch_damaged_originals", .gauge,
            "The originals that the last verification has found damaged or missing.",
            [.init(sum(\.damagedOriginals))])
        text.family(
            "photopark_watch_items", .gauge, "The photos and videos of all libraries.",
            [.init(Double(status.itemCount))])
        text.family(
            "photopark_watch_commands_total", .counter, "The ends of the command of --on-change.",
            ["success", "failure"].map {
                .init(Double(commands[$0, default: 0]), ["result": $0])
            })
        return text.text
    }

    private func sum(_ count: KeyPath<WatchMeasure, Int>) -> Double {
        Double(measures.values.reduce(0) { $0 + $1[keyPath: count] })
    }

    /// The last success of the library for which it is the longest ago; `nil` if one has none.
    private var oldestSuccess: Double? {
        let times = status.states.keys.map { successes[$0]?.wallTime }
        return times.contains(nil) ? nil : times.compactMap { $0 }.min()
    }

    /// Adds the time since the last event to the states.
    private mutating func advance(to now: Moment) {
        let time = max(.zero, now.elapsed - lastTime)
        lastTime = now.elapsed
        for state in status.states.values { stateTimes[state, default: .zero] += time }
    }
}
