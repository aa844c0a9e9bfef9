import Accounts
import CommandLineProgram
import CommandOptions
import Composition
import Foundation
import Originals
import PhotoFeed
import ProgramServices
import Routing
import Scheduling
import Signals

/// Keeps one library up to date: performs the actions of a `FeedWatch`.
///
/// The library is open during a run only, so that other commands can use it meanwhile.
@MainActor
@Schedulable
final class LibraryWatcher {
    /// The interval of the comparison of the clocks and the networks of the machine.
    private static let heartbeat = Duration.seconds(5)
    /// The number of folders and files that are named because the server has not listed them.
    private static let reasonLimit = 20

    private enum Input: Sendable {
        case runEnded(FeedWatch.RunEnd, SyncProgress?)
        case pollEnded(FeedWatch.PollEnd, number: Int)
        case timeCame
        case woke
        case requested
    }

    private let library: LibraryChoice.Library
    private let program: RunningProgram
    private let configure: @MainActor () async throws -> ServerConfiguration
    private let options: WatchOptions
    private let report: @MainActor (WatchEvent) -> Void
    private let origin = ContinuousClock.now
    private let inputs: AsyncStream<Input>
    private let send: AsyncStream<Input>.Continuation
    private var watch: FeedWatch
    private var work: Task<Void, Never>?
    private var wake: Disposable?
    private var pollNumber = 0
    private var pollStart = Duration.zero
    /// The pause that was reported last.
    private var pause: FeedWatch.Phase?
    private var cursor: FeedCursor?
    /// The progress of the run that is under way, once its library is up to date.
    private var synced: SyncProgress?
    /// The requests of that run until then; `nil` if it has found changes.
    private var comparison: Int?
    /// The earliest time at which what that run has left may be tried again; `nil` if it has left
    /// nothing.
    private var nextAttempt: Duration?
    /// The changes of the last runs, none of which has brought the library up to date.
    private var unreported = SyncProgress()
    /// The reasons for which the last run has left out folders and files.
    private var unlisted: [String] = []

    /// Creates a watcher.
    ///
    /// - Parameters:
    ///   - library: the library, with its account.
    ///   - waiting: the way to learn of changes.
    ///   - options: the options of the runs.
    ///   - program: the program, whose routes sync the library.
    ///   - configure: returns the server with the credential, before each run and each wait.
    ///   - report: receives the events for the log.
    init(
        _ library: LibraryChoice.Library, waiting: FeedWatch.Waiting, options: WatchOptions,
        in program: RunningProgram,
        configuring configure: @escaping @MainActor () async throws -> ServerConfiguration,
        report: @escaping @MainActor (WatchEvent) -> Void
    ) {
        self.library = library
        self.program = program
        self.options = options
        self.configure = configure
        self.report = report
        watch = FeedWatch(waiting: waiting)
        (inputs, send) = AsyncStream.makeStream(of: Input.self)
    }

    /// The time since the creation, which also counts while the machine sleeps.
    private var now: Duration {
        checkScheduler()
        return origin.duration(to: .now)
    }

    /// Watches until the task is cancelled, or until a failure needs the user.
    func run() async -> FeedWatch.WatchFailure? {
        checkScheduler()
        let heartbeat = observeMachine()
        defer {
            heartbeat.dispose()
            wake?.dispose()
            work?.cancel()
        }
        if let end = perform(watch.start(at: now)) { return end }
        for await input in inputs {
            var progress: SyncProgress?
            let actions: [FeedWatch.Action]
            switch input {
            case .runEnded(let end, let result):
                switch end {
                case .failed(let failure): report(.runFailed(failure, synced: result))
                case .limited: report(.limited(synced: result))
                case .complete:
                    progress = result
                    if let comparison { watch.foundNoChanges(requests: comparison) }
                    watch.leftParts(until: nextAttempt)
                }
                actions = watch.runEnded(end, at: now)
            case .pollEnded(let end, let number):
                // The answer of a longpoll that was cancelled may be late.
                if number == pollNumber {
                    report(.polled(now - pollStart))
                    actions = watch.pollEnded(end, at: now)
                } else {
                    actions = []
                }
            case .timeCame: actions = watch.timeCame(at: now)
            case .woke: actions = watch.woke(at: now)
            case .requested: actions = watch.requested(at: now)
            }
            // The connection is reported before the run that used it.
            let notices = actions.prefix { if case .report = $0 { true } else { false } }
            _ = perform(Array(notices))
            if let progress { report(.synced(progress)) }
            if let end = perform(Array(actions.dropFirst(notices.count))) { return end }
        }
        _ = watch.stop()
        work?.cancel()
        await work?.value
        return nil
    }

    /// Requests a run at once, or after the one in progress.
    func request() {
        checkScheduler()
        send.yield(.requested)
    }

    /// Observes the sleeps and the networks of the machine.
    private func observeMachine() -> Disposable {
        var detector = WakeDetector()
        return Signal<Int, Never>.interval(Self.heartbeat, in: .main).observe { [send] _ in
            if detector.hasWoken() { send.yield(.woke) }
        }
    }

    /// Performs actions, and returns the failure that ends the watch.
    private func perform(_ actions: [FeedWatch.Action]) -> FeedWatch.WatchFailure? {
        for action in actions {
            switch action {
            case .run:
                report(.running)
                let former = work
                work = Task {
                    // A longpoll that was cancelled closes the account first.
                    await former?.value
                    let (end, progress) = await sync()
                    send.yield(.runEnded(end, progress))
                }
            case .poll:
                pollNumber += 1
                let number = pollNumber
                pollStart = now
                report(.waiting)
                work = Task { send.yield(.pollEnded(await poll(), number: number)) }
            case .cancelPoll:
                pollNumber += 1
                work?.cancel()
            case .wake(let time):
                // The timer of a pause is also set again after a sleep.
                if case .pausing = watch.phase, watch.phase != pause {
                    pause = watch.phase
                    report(.waiting)
                }
                wake?.dispose()
                wake = Signal<Void, Never>.timer(after: max(.zero, time - now), in: .main).observe {
                    [send] _ in send.yield(.timeCame)
                }
            case .cancelWake: wake?.dispose()
            case .report(let notice): report(.notice(notice))
            case .end(let failure): return failure
            }
        }
        return nil
    }

    // MARK: A run

    /// Brings the library and its originals up to date, and closes it.
    ///
    /// - Returns: the end of the run, and the progress if the library is up to date.
    private func sync() async -> (FeedWatch.RunEnd, SyncProgress?) {
        (synced, comparison, nextAttempt) = (nil, nil, nil)
        do {
            let folder = try await followedFolder()
            let end = try await options.limits.run(counting: options.counter) { meter in
                try await self.sync(in: folder, meter)
            }
            return (end ?? .limited(pause: options.pause), synced)
        } catch {
            let failure = WatchFailureReport.failure(error)
            // The run that holds the library posts its own end.
            if !Task.isCancelled, failure != .locked {
                post(FailureReport(error).status, isComplete: false)
            }
            return (.failed(failure), synced)
        }
    }

    /// Posts the end of a run, which the history of the account and the usage receive.
    private func post(_ status: ExitStatus, isComplete: Bool) {
        checkScheduler()
        // A program without a hub has no receivers.
        try? program.scope.post(
            SyncEnded(
                account: library.account?.name,
                time: FeedTime(secondsSinceEpoch: Int64(time(nil))), status: status.rawValue,
                isComplete: isComplete))
    }

    /// Returns the folder that the library follows; empty for a library that does not exist yet.
    ///
    /// The scope is another one than that of the run: a reader that was not made stays absent in
    /// its scope.
    private func followedFolder() async throws -> String {
        checkScheduler()
        let scope = try LibraryChoice.open(library, in: program)
        do {
            let folder = try await scope.handle(LibraryReaderKey.self).run {
                try $0.state().folder
            }
            await scope.stop()
            return folder
        } catch {
            await scope.stop()
            guard WatchFailureReport.isMissingLibrary(error) else { throw error }
            return ""
        }
    }

    /// Brings the library up to date with a folder of the server, and then its originals.
    ///
    /// `synced` has the progress before the originals, which may fail.
    private func sync(
        in folder: String, _ meter: RequestMeter?
    ) async throws -> FeedWatch.RunEnd {
        checkScheduler()
        return try await withScope(meter) { scope, server in
            let source = FeedSource(
                server: server.name, folder: folder, account: server.account)
            let route = SyncLibrary(
                account: scope.name, options: options.sync(source, server.credential))
            let progress = try await result(of: route)
            synced = progress
            if progress.changes == 0 { comparison = meter?.sent }
            let originals = try await fetchOriginals(of: scope)
            cursor = try await scope.handle(LibraryReaderKey.self).run { reader in
                if case .following(_, let cursor) = try reader.state() { cursor } else { nil }
            }
            report(.measured(await measure(progress, in: scope)))
            let isPartial =
                progress.failedThumbnails > 0 || progress.unlisted > 0
                || originals?.end == .partial
            post(isPartial ? .partialSuccess : .success, isComplete: true)
            let wait = LeftParts.wait(
                thumbnails: progress.statistics, originals: originals?.retryDelay,
                at: FeedTime(secondsSinceEpoch: Int64(time(nil))))
            nextAttempt = wait.map { now + .seconds($0) }
            let isContinued = originals?.isContinued ?? false
            return isContinued ? FeedWatch.RunEnd.limited(pause: options.pause) : .complete
        }
    }

    /// Counts the parts that the library lacks after a run.
    private func measure(_ progress: SyncProgress, in scope: Scope) async -> WatchMeasure {
        let path = library.folder.path
        // Counts that cannot be read are missing in the metrics only.
        let originals = try? await scope.handle(LibraryReaderKey.self).run { _ in
            try OriginalsReader(library: path).counts()
        }
        return WatchMeasure(
            wantedThumbnails: progress.statistics?.pendingThumbnails ?? 0,
            wantedOriginals: originals?.wanted ?? 0, damagedOriginals: originals?.damaged ?? 0)
    }

    /// Runs a route to its end, and returns the last progress.
    ///
    /// It has the changes of the runs before that have stored pages, and have not come to an end.
    private func result(of route: SyncLibrary) async throws -> SyncProgress {
        let earlier = unreported
        var progress = SyncProgress()
        var reasons: [String] = []
        var pause: (reason: FeedPause.Reason, start: Duration)?
        func note(_ present: FeedPause?) {
            guard present?.reason != pause?.reason else { return }
            if let pause { report(.waited(pause.reason, now - pause.start)) }
            pause = present.map { ($0.reason, now) }
        }
        defer { note(nil) }
        let events = program.router.call(route).deliver(in: .main)
        for try await event in events.values(in: .main) {
            switch event {
            case .progress(let present):
                note(present.pause)
                unreported = present.adding(earlier)
            case .finished(let last): progress = last.adding(earlier)
            case .unlisted(_, let error):
                if reasons.count < Self.reasonLimit { reasons.append(error.message) }
            case .listing: reasons = []
            case .thumbnailFailed: break
            }
        }
        try Task.checkCancellation()
        if reasons != unlisted {
            unlisted = reasons
            report(.unlisted(reasons))
        }
        unreported = SyncProgress()
        return progress
    }

    /// Downloads the originals that the library has stored as its choice, if any.
    ///
    /// - Returns: `nil` if this program has no originals.
    private func fetchOriginals(of account: Scope) async throws -> FetchedOriginals? {
        let route = FetchOriginals(
            account: account.name, choice: nil, isRequired: false, format: .quiet,
            options: options.originals)
        do {
            return try await program.router.run(route)
        } catch let error as RouteError where error.code == .noHandler {
            return nil
        } catch  where Task.isCancelled {
            // The run was recorded as complete after its thumbnails.
            await account.correctSync(.interrupted)
            throw error
        }
    }

    // MARK: A wait

    private func poll() async -> FeedWatch.PollEnd {
        guard let cursor else { return .reset }
        do {
            return try await withScope(RequestMeter(counter: options.counter)) { scope, _ in
                let answers = scope.handle(ChangeWaiterKey.self)
                    .signal { $0.changes(since: cursor) }
                    .deliver(in: .main)
                for try await notice in answers.values(in: .main) {
                    return .answered(hasChanges: notice.hasChanges, backOff: notice.backOff)
                }
                return .answered(hasChanges: false, backOff: .zero)
            }
        } catch let error as FeedError where error.code == .cursorReset {
            return .reset
        } catch {
            return .failed(WatchFailureReport.failure(error))
        }
    }

    /// Calls `work` with the account, whose services are stopped afterwards.
    ///
    /// - Parameter meter: the meter of the requests.
    private func withScope<Value>(
        _ meter: RequestMeter? = nil,
        _ work: @MainActor (Scope, ServerConfiguration) async throws -> Value
    ) async throws -> Value {
        var server = try await configure()
        server.meter = meter
        let scope = try LibraryChoice.open(library, in: program, server: server)
        do {
            let value = try await work(scope, server)
            await scope.stop()
            return value
        } catch {
            await scope.stop()
            throw error
        }
    }
}

extension SyncProgress {
    /// Returns the progress with the changes of earlier runs.
    fileprivate func adding(_ earlier: SyncProgress) -> SyncProgress {
        var sum = self
        sum.changeSummary += earlier.changeSummary
        sum.thumbnails += earlier.thumbnails
        return sum
    }
}

extension FeedState {
    /// The folder that the library follows; empty for the whole account.
    fileprivate var folder: String {
        switch self {
        case .empty: ""
        case .listing(let source, _), .following(let source, _): source.folder
        }
    }
}
