import CommandLineProgram
import Composition
import Originals
import PhotoFeed
import ProgramServices
import Scheduling
import Signals

/// Plans the next run of an account: its listing, its thumbnails, its originals, and the files that
/// it reads at a server without thumbnails.
///
/// A service of the business logic, which blocks on the disk.
@Schedulable
final class LibraryPlanning {
    private let planner: SyncPlanner
    private let forecast: OriginalsForecast?
    private let previewsForecast: PreviewsForecast?
    /// The time until the plan ends.
    private let requests = Disposable()

    /// Opens the library for reading, if it exists.
    ///
    /// - Parameters:
    ///   - choice: the originals of the run; `nil` for those that the library has stored.
    ///   - readsWholeFiles: whether the run may read whole files to make thumbnails.
    ///   - folder: the path of the library.
    init(
        _ scope: LocalScope, provider: FeedProvider, originals choice: OriginalsChoice?,
        readingWholeFiles readsWholeFiles: Bool, folder: String
    ) throws {
        let forecast = try OriginalsForecast(choice, library: folder)
        self.forecast = forecast
        // The library of a provider with thumbnails is not read for this.
        let previews =
            provider.thumbnailSizes.isEmpty
            ? PreviewsForecast(readingWholeFiles: readsWholeFiles) : nil
        previewsForecast = previews
        planner = try SyncPlanner(
            library: Self.reader(in: scope), provider: provider,
            connection: scope.here(ConnectionKey.self),
            visit: forecast == nil && previews == nil
                ? nil
                : { item in
                    let isInPlace = forecast?.take(item) ?? false
                    if !isInPlace { previews?.take(item) }
                })
    }

    /// The pauses of the requests until the plan ends; see `SyncPlanner`.
    var pauses: Signal<FeedPause?, Never> {
        checkScheduler()
        return planner.pauses.take(during: requests)
    }

    /// Returns a signal of the plan; see `SyncPlanner`.
    func plan(_ options: SyncOptions) -> Signal<SyncPlan, FeedError> {
        planner.plan(options).on(ended: { [requests] _ in requests.dispose() })
    }

    /// The originals after the plan: their number and their size in bytes.
    var originals: (files: Int, bytes: Int64) {
        checkScheduler()
        return (forecast?.files ?? 0, forecast?.bytes ?? 0)
    }

    /// The files that are read at a server without thumbnails, after `plan`.
    func previews(in plan: SyncPlan) -> PreviewsForecast.Price {
        checkScheduler()
        guard let forecast = previewsForecast else { return PreviewsForecast.Price() }
        let isServerAsked = plan.thumbnailRequests > 0
        return isServerAsked ? forecast.known : forecast.known + forecast.pending
    }

    /// The library; `nil` if it does not exist yet.
    private static func reader(in scope: LocalScope) throws -> (any FeedReader)? {
        do {
            return try scope.here(LibraryReaderKey.self)
        } catch  where FailureReport(error).status == .noInput {
            return nil
        }
    }
}
