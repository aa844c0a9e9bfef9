import Foundation
package import PhotoFeed
package import Scheduling
package import Signals

/// Downloads the originals of a library.
///
/// ```swift
/// let originals = OriginalsSynchronizer(
///     library: "library", reader: reader, fetcher: fetchers.originals, account: "ada",
///     home: home)
/// originals.synchronize(choice).observe { print($0) } ended: { print($0) }
/// ```
///
/// A business-logic service, confined to the scheduler of its initialiser.
@Schedulable
package final class OriginalsSynchronizer {
    private let library: String
    private let reader: any FeedReader
    private let fetcher: (any OriginalFetcher)?
    private let account: String
    private let facts: (any OriginalFactsWriter)?
    private let home: SchedulerIsolation

    /// Creates a synchronizer.
    ///
    /// - Parameters:
    ///   - library: the path of the library's folder.
    ///   - reader: the library, which lists the files.
    ///   - fetcher: the fetcher; `nil` for a provider without originals.
    ///   - account: the name of the account, for the layout.
    ///   - facts: the library that keeps what the files state about themselves; `nil` to read
    ///     nothing from them.
    ///   - home: the scheduler of the service.
    package init(
        library: String, reader: any FeedReader, fetcher: (any OriginalFetcher)?, account: String,
        facts: (any OriginalFactsWriter)? = nil, home: SchedulerIsolation
    ) {
        self.library = library
        self.reader = reader
        self.fetcher = fetcher
        self.account = account
        self.facts = facts
        self.home = home
    }

    /// Returns a signal of one run.
    ///
    /// Cold: each subscription is a run. Events are sent on the scheduler of the synchronizer; the
    /// last one before completion is `.finished`. Disposal ends the run at once, and the next run
    /// continues inside the files.
    ///
    /// It fails with `.libraryLocked` while another run uses the originals, with `.diskFull` when
    /// no space is left, and with the errors of the server that concern more than one file.
    ///
    /// - Parameters:
    ///   - choice: the originals, which the library stores; `nil` for the stored choice. Without a
    ///     stored choice, the run ends at once without an event.
    ///   - options: the options of this run alone.
    package func synchronize(
        _ choice: OriginalsChoice?, options: OriginalsRunOptions = OriginalsRunOptions()
    ) -> Signal<OriginalsEvent, FeedError> {
        Signal { [self] observer in
            do throws(FeedError) {
                guard let runner = try runner(choice, options, observer) else {
                    return observer.end(.completed)
                }
                observer.onDispose { runner.cancel() }
                runner.begin()
            } catch {
                observer.fail(error)
            }
        }
    }

    private func runner(
        _ choice: OriginalsChoice?, _ options: OriginalsRunOptions,
        _ observer: Observer<OriginalsEvent, FeedError>
    ) throws(FeedError) -> OriginalsRunner? {
        guard choice != nil || OriginalsStore.exists(inLibrary: library) else { return nil }
        let store = try OriginalsStore(library: library)
        let stored = try store.choice()
        let isRepeated = choice == nil
        guard let choice = choice ?? stored else { return nil }
        guard let fetcher else {
            throw FeedError(.requestRefused, "the provider of the account has no originals")
        }
        let folder =
            isRepeated
            ? try OriginalsFolder(existing: choice.folder, of: library)
            : try OriginalsFolder(path: choice.folder, of: library)
        if let stored, stored.folder != choice.folder { try store.forgetFiles() }
        if stored != choice { try store.setChoice(choice) }
        let moved = try OriginalNames.completeRenames(in: store, folder)
        try OriginalMoves.join(in: store, reader, choice)
        let trash = OriginalsTrash(store: store, folder: folder, reader: reader)
        var progress = options.prunes ? try trash.collect() : OriginalsProgress()
        progress.moved = moved
        let space = OriginalsSpace(free: try folder.availableSpace())
        progress.freeBytes = space.free
        var limited = choice
        limited.byteLimit = options.byteLimit ?? choice.byteLimit
        let plan = try OriginalsPlan.make(
            limited, of: account, from: reader, store, in: folder, after: progress)
        try Self.check(plan.progress.wantedBytes, space, in: folder)
        return OriginalsRunner(
            plan, width: options.transfers, fetcher: fetcher, store: store, folder: folder,
            facts: facts.map { FactsCollector(in: folder, storingIn: $0) }, home: home,
            observer: observer)
    }

    /// Returns the sidecars of the originals that are in place, which are written beside them.
    package func sidecars() throws(FeedError) -> OriginalsSidecars {
        try OriginalsSidecars(library: library, reader: reader, account: account)
    }

    /// Checks that the reserve of the disk stays free.
    private static func check(
        _ bytes: Int64, _ space: OriginalsSpace, in folder: OriginalsFolder
    ) throws(FeedError) {
        guard !space.suffices(for: bytes) else { return }
        let reserve = space.reserve
        func size(_ bytes: Int64) -> String {
            bytes.formatted(
                .byteCount(style: .decimal, spellsOutZero: false)
                    .locale(Locale(identifier: "en_US")))
        }
        throw FeedError(
            .diskFull,
            "the originals need \(size(bytes)), and \(folder.path) has \(size(space.free)) free"
                + (reserve > 0 ? ", of which \(size(reserve)) must stay free" : ""),
            advice: "free some space, or choose fewer with --since, --kind, --include, --exclude "
                + "or --max-bytes")
    }
}
