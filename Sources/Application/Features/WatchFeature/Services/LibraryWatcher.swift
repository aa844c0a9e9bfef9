import CommandLineProgram
import CommandOptions
import Composition
import FeedWatch
import Foundation
import Originals
import PhotoFeed
import Routes
import Routing
import Scheduling
import ServiceKeys
import Signals

/// Keeps one library up to date: performs the actions of a `FeedWatch`.
///
/// The library is open during a run only, so that other commands can use it meanwhile.
@MainActor
@Schedulable
final class LibraryWatcher {
    /// The interval of the comparison of the clocks, which finds out that the machine has slept.
    private static let heartbeat = Duration.seconds(5)
    /// The difference of the clocks that counts as a sleep.
    private static let shortestSleep = Duration.seconds(5)

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
    private var cursor: FeedCursor?
    /// The progress of the run that is under way, once its library is up to date.
    private var synced: SyncProgress?
    /// The requests of that run until then; `nil` if it has found changes.
    private var comparison: Int?

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
        let heartbeat = observeSleep()
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
                }
                actions = watch.runEnded(end, at: now)
            case .pollEnded(let end, let number):
                // The answer of a longpoll that was cancelled may be late.
                actions = number == pollNumber ? watch.pollEnded(end, at: now) : []
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

    /// Compares the clock that counts a sleep of the machine with the one that does not.
    private func observeSleep() -> Disposable {
        var last = (ContinuousClock.now, SuspendingClock.now)
        return Signal<Int, Never>.interval(Self.heartbeat).observe { [send] _ in
            let new = (ContinuousClock.now, SuspendingClock.now)
            let slept = last.0.duration(to: new.0) - last.1.duration(to: new.1)
            last = new
            if slept > Self.shortestSleep { send.yield(.woke) }
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
                report(.waiting)
                work = Task { send.yield(.pollEnded(await poll(), number: number)) }
            case .cancelPoll:
                pollNumber += 1
                work?.cancel()
            case .wake(let time):
                if case .pausing = watch.phase { report(.waiting) }
                wake?.dispose()
                wake = Signal<Void, Never>.timer(after: max(.zero, time - now)).observe {
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
        (synced, comparison) = (nil, nil)
        do {
            // The library may be new: a reader that was not made stays absent in its scope.
            let folder = try? await withScope { scope, _ in
                try await scope.handle(LibraryReaderKey.self).run { try $0.state().folder }
            }
            let progress = try await options.limits.run(counting: options.counter) { meter in
                try await self.sync(in: folder ?? "", meter)
            }
            guard progress != nil else { return (.limited(pause: options.pause), synced) }
            return (.complete, synced)
        } catch {
            return (.failed(WatchFailureReport.failure(error)), synced)
        }
    }

    /// Brings the library up to date with a folder of the server, and then its originals.
    ///
    /// `synced` has the progress before the originals, which may fail.
    private func sync(in folder: String, _ meter: RequestMeter?) async throws -> SyncProgress {
        checkScheduler()
        return try await withScope(meter) { scope, server in
            let source = FeedSource(
                server: server.name, folder: folder, account: server.account)
            let route = SyncLibrary(
                account: scope.name, options: options.sync(source, server.credential))
            let progress = try await result(of: route)
            synced = progress
            if progress.changes == 0 { comparison = meter?.sent }
            try await fetchOriginals(of: scope)
            cursor = try await scope.handle(LibraryReaderKey.self).run { reader in
                if case .following(_, let cursor) = try reader.state() { cursor } else { nil }
            }
            report(.measured(await measure(progress, in: scope)))
            return progress
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
    private func result(of route: SyncLibrary) async throws -> SyncProgress {
        var progress = SyncProgress()
        var pause: (reason: FeedPause.Reason, start: Duration)?
        func note(_ present: FeedPause?) {
            guard present?.reason != pause?.reason else { return }
            if let pause { report(.waited(pause.reason, now - pause.start)) }
            pause = present.map { ($0.reason, now) }
        }
        defer { note(nil) }
        let events = program.router.call(route).deliver(on: MainScheduler.shared)
        for try await event in events.values {
            switch event {
            case .progress(let present): note(present.pause)
            case .finished(let last): progress = last
            case .listing, .thumbnailFailed: break
            }
        }
        try Task.checkCancellation()
        return progress
    }

    /// Downloads the originals that the library has stored as its choice, if any.
    private func fetchOriginals(of account: Scope) async throws {
        let route = FetchOriginals(
            account: account.name, choice: nil, isRequired: false, format: .quiet,
            options: options.originals)
        do {
            // A part that failed is tried again by the next run.
            _ = try await program.router.run(route)
        } catch let error as RouteError where error.code == .noHandler {
            // This program has no originals.
        }
    }

    // MARK: A wait

    private func poll() async -> FeedWatch.PollEnd {
        guard let cursor else { return .reset }
        do {
            return try await withScope(RequestMeter(counter: options.counter)) { scope, _ in
                let answers = scope.handle(ChangeWaiterKey.self)
                    .signal { $0.changes(since: cursor) }
                    .deliver(on: MainScheduler.shared)
                for try await notice in answers.values {
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

extension FeedState {
    /// The folder that the library follows; empty for the whole account.
    fileprivate var folder: String {
        switch self {
        case .empty: ""
        case .listing(let source, _), .following(let source, _): source.folder
        }
    }
}
