package import Scheduling
package import Signals

/// Finds what the next run of a `MirroringSynchronizer` would do, and stores nothing.
///
/// It makes the decisions of a run with the same state machine, and requests the same pages: one
/// request if the library is almost up to date, and a complete listing if it has no cursor.
///
/// A business-logic service, confined to the scheduler of the services that it uses.
@Schedulable
package final class SyncPlanner {
    private let fetchers: FeedFetchers
    private let capabilities: FeedCapabilities
    private let library: (any FeedReader)?
    private let visit: ((FeedItem) -> Void)?

    /// Creates a planner.
    ///
    /// - Parameters:
    ///   - library: the library; `nil` if it does not exist yet.
    ///   - visit: receives each photo and video that the library would have after the pages, those
    ///     that the pages change last; `nil` to save the reading of the whole library.
    /// - Throws: the error of `FeedProvider.makeFetchers(_:)`.
    package init(
        library: (any FeedReader)?, provider: FeedProvider, connection: FeedConnection,
        visit: ((FeedItem) -> Void)? = nil
    ) throws {
        self.visit = visit
        self.library = library
        fetchers = try provider.makeFetchers(connection)
        capabilities = provider.capabilities
    }

    /// The pauses of the requests, which begin with the current state; see `NodeFetcher.pauses`.
    package var pauses: Signal<FeedPause?, Never> {
        checkScheduler()
        return fetchers.nodes.pauses
    }

    /// Returns a signal of the plan of a run with `options`.
    ///
    /// Cold; it fails as the run would. It does not request the account, and therefore finds no
    /// library of another account.
    package func plan(_ options: SyncOptions) -> Signal<SyncPlan, FeedError> {
        Signal { [self] observer in
            do throws(FeedError) {
                let run = try PlanningRun(
                    fetchers, capabilities, library, options, visit: visit,
                    observer: observer)
                observer.onDispose { run.cancel() }
                run.begin()
            } catch {
                observer.fail(error)
            }
        }
    }
}
