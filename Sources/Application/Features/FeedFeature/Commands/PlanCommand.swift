import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Foundation
import Originals
import PhotoFeed
import ProgramServices
import Scheduling
import Signals
import TextFormats

/// `photopark plan`: shows what a sync with the same options would do.
struct PlanCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what a sync with the same options would request, and store nothing.",
        discussion: """
            The plan requests the pages of changes that the sync would request: mostly one. A \
            library without a cursor, such as a new one, costs a complete listing, and the sync \
            lists the account again. The time is a range by the last ten complete syncs of the \
            library, with their waits, and without the originals and previews. Previews are the \
            files that the sync reads to make thumbnails, because the server makes none; with \
            --previews, those without a thumbnail inside are read twice.

            The limits of a run, such as --max-time, do not change the plan. With --json, each \
            library is an object with the keys account, library, lists, requests, \
            account_requests, page_requests, thumbnail_requests, pages, changes, not_listed, \
            thumbnails, thumbnail_bytes, originals, original_bytes, previews, preview_bytes, \
            free_bytes, seconds_min and seconds_max.
            """)
    static let synonyms = ["estimate", "preview", "dry-run"]
    static let optionForStrayArgument: String? = "--library"

    @OptionGroup var sync: SyncCommand

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await sync.run(modules) { program in
            let selection = try await sync.libraries.choice.selected(
                in: program, hasServer: sync.server.isGiven)
            var failures = selection.failures
            var count = 0
            var isPartial = false
            for library in selection.libraries {
                do {
                    let name = selection.isPlural ? library.name : nil
                    let forecast = try await forecast(of: library, named: name, in: program)
                    show(library, forecast)
                    isPartial = isPartial || !forecast.plan.unlisted.isEmpty
                    count += 1
                } catch  where selection.isPlural && !Task.isCancelled {
                    failures.append(AccountFailure(account: library.name, error: error))
                }
            }
            for failure in failures { StandardError.line(failure.line) }
            if count == 0, let failure = failures.first { throw failure.error }
            return failures.isEmpty && !isPartial ? .success : .partialSuccess
        }
    }

    @MainActor
    private func show(_ library: LibraryChoice.Library, _ forecast: RunForecast) {
        let text = ForecastText(
            name: library.name, folder: library.folder.path, forecast: forecast)
        guard !sync.quiet else { return }
        for line in sync.json ? [text.json] : text.lines { StandardOutput.shared.line(line) }
    }

    /// Writes a line to standard error for each wait, as a sync does, until the result is disposed
    /// of.
    ///
    /// - Parameter account: the account of the plan, if there are several plans.
    @MainActor
    private func showWaits(
        _ pauses: Signal<FeedPause?, BoundError>, of provider: FeedProvider, account: String?
    ) -> Disposable {
        guard !sync.quiet else { return Disposable() }
        let prefix = account.map { TerminalText.escape($0) + ": " } ?? ""
        var log = SyncLog(provider: provider)
        return pauses.observe(
            { pause in
                var progress = SyncProgress()
                progress.pause = pause
                for line in log.lines(for: .progress(progress)) {
                    StandardError.line(prefix + line)
                }
            }, ended: { _ in })
    }

    @MainActor
    private func forecast(
        of library: LibraryChoice.Library, named name: String?, in program: RunningProgram
    ) async throws -> RunForecast {
        let meter = RequestMeter()
        var configuration = try await sync.server.configuration(for: library.account)
        configuration.meter = meter
        let account = try LibraryChoice.open(library, in: program, server: configuration)
        let provider = configuration.provider
        let (choice, folder) = (sync.originals.choice, library.folder)
        let scheduler = account.handle(ConnectionKey.self).scheduler
        let readsWholeFiles = sync.previews
        let planning = SchedulerBound(on: scheduler) { isolation in
            try LibraryPlanning(
                LocalScope(account, isolation), provider: provider, originals: choice,
                readingWholeFiles: readsWholeFiles, folder: folder.path)
        }
        let options = sync.options(for: configuration)
        let waits = showWaits(
            planning.signal { $0.pauses }.deliver(in: .main), of: provider,
            account: name)
        defer { waits.dispose() }
        var plan: SyncPlan?
        let plans = planning.signal { $0.plan(options) }.deliver(in: .main)
        for try await value in plans.values(in: .main) { plan = value }
        guard let plan else { throw CancellationError() }
        let originals = try await planning.run { $0.originals }
        let previews =
            options.fetchesThumbnails
            ? try await planning.run { $0.previews(in: plan) } : PreviewsForecast.Price()
        return RunForecast(
            plan: plan, pageRequests: meter.sent, originals: originals, previews: previews,
            freeBytes: RunForecast.freeBytes(of: library.folder))
    }
}
