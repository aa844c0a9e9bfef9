import CommandLineProgram
import Composition
import Originals
import PhotoFeed
import Scheduling
import ServiceKeys
import Signals

/// Plans the next run of an account: its listing, its thumbnails, and its originals.
///
/// A service of the business logic, which blocks on the disk.
@Schedulable
final class LibraryPlanning {
    private let planner: SyncPlanner
    private let forecast: OriginalsForecast?

    /// Opens the library for reading, if it exists.
    ///
    /// - Parameters:
    ///   - choice: the originals of the run; `nil` for those that the library has stored.
    ///   - folder: the path of the library.
    init(
        _ scope: LocalScope, provider: FeedProvider, originals choice: OriginalsChoice?,
        folder: String
    ) throws {
        let forecast = try OriginalsForecast(choice, library: folder)
        self.forecast = forecast
        planner = try SyncPlanner(
            library: Self.reader(in: scope), provider: provider,
            connection: scope.here(ConnectionKey.self),
            visit: forecast.map { forecast in { forecast.take($0) } })
    }

    /// Returns a signal of the plan; see `SyncPlanner`.
    func plan(_ options: SyncOptions) -> Signal<SyncPlan, FeedError> { planner.plan(options) }

    /// The originals after the plan: their number and their size in bytes.
    var originals: (files: Int, bytes: Int64) {
        checkScheduler()
        return (forecast?.files ?? 0, forecast?.bytes ?? 0)
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
