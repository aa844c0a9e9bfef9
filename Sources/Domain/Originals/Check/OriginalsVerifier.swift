package import PhotoFeed
package import Scheduling
package import Signals

/// Compares the originals of a library with the digests of their blocks, and repairs them.
///
/// ```swift
/// let verifier = OriginalsVerifier(
///     library: "library", fetcher: nil, hashers: hashers, home: home, now: now)
/// verifier.verify(VerifyOptions(sample: 5)).observe { print($0) } ended: { print($0) }
/// ```
///
/// A business-logic service, confined to the scheduler of its initialiser.
@Schedulable
package final class OriginalsVerifier {
    private let library: String
    private let reader: (any FeedReader)?
    private let fetcher: (any OriginalFetcher)?
    private let hashers: ServicePool<BlockHasher>
    private let home: SchedulerIsolation
    private let now: () -> FeedTime

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - library: the path of the library's folder.
    ///   - reader: the library, which lists what the server has; `nil` for a verifier that does not
    ///     name the files of deleted photos.
    ///   - fetcher: the fetcher of blocks; `nil` for a verifier that repairs nothing.
    ///   - hashers: compute the digests of blocks, each on a scheduler of its own.
    ///   - home: the scheduler of the service.
    ///   - now: returns the present time.
    package init(
        library: String, reader: (any FeedReader)? = nil, fetcher: (any OriginalFetcher)?,
        hashers: ServicePool<BlockHasher>, home: SchedulerIsolation, now: @escaping () -> FeedTime
    ) {
        self.library = library
        self.reader = reader
        self.fetcher = fetcher
        self.hashers = hashers
        self.home = home
        self.now = now
    }

    /// Returns a signal of one verification.
    ///
    /// Cold. The files that were compared longest ago come first. Events are sent on the scheduler
    /// of the verifier, one file at a time; the last one before completion is `.finished`.
    ///
    /// A repair downloads the blocks that differ, builds a new file of them and the good blocks,
    /// and compares the whole with the hash of the server. The bad file is kept as
    /// `NAME.damaged`.
    ///
    /// Without a repair, a disk that is read-only is enough; if that of the library is, the results
    /// are not stored.
    ///
    /// It fails with `.libraryNotFound` if the library has no originals, and with
    /// `.libraryUnusable` if their folder is missing, for example because its disk is not mounted.
    package func verify(_ options: VerifyOptions) -> Signal<VerifyEvent, FeedError> {
        Signal { [self] observer in
            do throws(FeedError) {
                guard OriginalsStore.exists(inLibrary: library) else { throw Self.nothing(library) }
                let store = try OriginalsStore(library: library, isReading: !options.repairs)
                guard let choice = try store.choice() else { throw Self.nothing(library) }
                let folder = try OriginalsFolder(
                    existing: choice.folder, of: library,
                    for: options.repairs ? .writing : .reading)
                // A repair must not take the file of a killed rename for a missing one.
                if options.repairs { _ = try OriginalNames.completeRenames(in: store, folder) }
                let run = try VerifyRunner(
                    options, reader: reader, fetcher: options.repairs ? fetcher : nil,
                    store: store, folder: folder, hashers: hashers, home: home,
                    observer: observer, now: now)
                observer.onDispose { run.cancel() }
                run.begin()
            } catch {
                observer.fail(error)
            }
        }
    }

    private static func nothing(_ library: String) -> FeedError {
        FeedError(
            .libraryNotFound, "the library \(library) has no originals",
            advice: "run sync --originals --to DIR first")
    }
}
