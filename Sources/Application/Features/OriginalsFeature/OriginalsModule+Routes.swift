package import CommandLineProgram
import Composition
import Originals
import PhotoFeed
import ProgramServices
package import Routing
import Scheduling
import Signals

extension OriginalsModule: RouteModule {
    package func loadRoutes(_ routes: inout ModuleRoutes, _ program: ComposedProgram) {
        routes.serve(FetchOriginals.self, on: MainScheduler.shared) { route in
            let account = try program.scope.account(route.account)
            do { return try await Self.fetch(route, of: account) } catch {
                await Self.record(error, of: account)
                throw error
            }
        }
    }

    /// Runs a download of originals, and shows it.
    @MainActor
    private static func fetch(
        _ route: FetchOriginals, of account: Scope
    ) async throws -> FetchedOriginals {
        let choice = route.choice
        let options = route.options
        let originals = account.handle(OriginalsSynchronizerKey.self)
        let run = originals.signal { $0.synchronize(choice, options: options) }
        var display = OriginalsDisplay(
            route.format, account: route.isNamed ? route.account : nil)
        var result: OriginalsProgress?
        defer { if Task.isCancelled { display.interrupt() } else { display.end() } }
        for try await event in run.deliver(in: .main).values(in: .main) {
            display.show(event)
            if case .finished(let progress) = event { result = progress }
        }
        try Task.checkCancellation()
        if result == nil, route.isRequired {
            throw ProgramError(
                .usage,
                "the library has no folder of originals yet: give it with --originals --to DIR")
        }
        if route.makesThumbnails {
            try await makeThumbnails(
                of: account, readingWholeFiles: route.readsWholeFiles, &display)
        }
        if result?.isContinued == true { await account.correctSync(.interrupted) }
        var isPartial = result?.isPartial == true
        if route.writesSidecars, result != nil {
            let kept = try await writeSidecars(of: originals, &display)
            if kept > 0 { isPartial = true }
        }
        return FetchedOriginals(
            isPartial ? .partial : .complete, isContinued: result?.isContinued == true,
            retryDelay: result?.retryDelay)
    }

    /// Records the failure in the history of the library, whose last run it ends.
    @MainActor
    private static func record(_ error: any Error, of account: Scope) async {
        // The caller records a run that it has stopped.
        guard !Task.isCancelled, let error = FailureReport.root(of: error) as? FeedError else {
            return
        }
        await account.correctSync(.failed(code: error.code.name, message: error.message))
    }

    /// Writes the sidecars of the originals in place.
    ///
    /// - Returns: the number of files of other programs that were kept.
    @MainActor
    private static func writeSidecars(
        of originals: SchedulerBound<OriginalsSynchronizer>, _ display: inout OriginalsDisplay
    ) async throws -> Int {
        let sidecars = SchedulerBound<OriginalsSidecars>(on: originals.scheduler) {
            try originals.get(in: $0).sidecars()
        }
        while try await sidecars.run({ try $0.next() }) { try Task.checkCancellation() }
        let (written, kept) = try await sidecars.run { ($0.written, $0.kept) }
        display.showSidecars(written: written, kept: kept)
        return kept
    }

    /// Makes the thumbnails that the server does not make, of the originals in place, and reads
    /// those in the files of a server that makes none.
    ///
    /// An original without a thumbnail is named, and does not change the result of the run.
    @MainActor
    private static func makeThumbnails(
        of account: Scope, readingWholeFiles readsWholeFiles: Bool,
        _ display: inout OriginalsDisplay
    ) async throws {
        let run = account.handle(OriginalThumbnailsKey.self)
            .signal { $0.make(readingWholeFiles: readsWholeFiles) }
        for try await event in run.deliver(in: .main).values(in: .main) { display.show(event) }
        try Task.checkCancellation()
    }
}
