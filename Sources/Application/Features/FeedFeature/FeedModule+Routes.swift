package import CommandLineProgram
import CommandOptions
import Composition
import FeedGallery
import Foundation
import PhotoFeed
import ProgramServices
package import Routing
import Scheduling
import Signals

extension FeedModule: RouteModule {
    package func loadRoutes(_ routes: inout ModuleRoutes, _ program: ComposedProgram) {
        routes.serve(
            ReadFeed.self,
            finding: { try program.scope.account($0.account).handle(LibraryReaderKey.self) }
        ) { library, route in
            .result(Result { () throws(FeedError) in try library.window(route.query) })
        }
        routes.serve(
            SyncLibrary.self,
            finding: { Self.synchronizer(of: try program.scope.account($0.account)) }
        ) { synchronizer, route in synchronizer.synchronize(route.options) }
        routes.serve(ShowFeed.self, on: MainScheduler.shared) { route in
            try await FeedPrinter.print(route, of: program.scope.accounts(route.account))
        }
        routes.serve(ShowPhoto.self, on: MainScheduler.shared) { route in
            try await PhotoPrinter.print(route, of: program.scope.account(route.account))
            return .complete
        }
        routes.serve(ShowSync.self, on: MainScheduler.shared) { route in
            try await Self.sync(try program.scope.account(route.account))
        }
        routes.serve(WriteGallery.self, on: MainScheduler.shared) { route in
            try await Self.write(route, of: try program.scope.accounts(route.account))
        }
    }

    /// Returns the synchronizer of an account.
    ///
    /// Its construction, which opens the library, is an item of its own in a trace.
    private static func synchronizer(of account: Scope) -> SchedulerBound<any FeedSynchronizer> {
        let synchronizer = account.handle(SynchronizerKey.self)
        synchronizer.postConstruction { _ in }
        return synchronizer
    }

    /// Runs a sync with the output of `photopark sync` without options.
    @MainActor
    private static func sync(_ account: Scope) async throws -> ShownResult {
        let server = try account.here(ServerConfigurationKey.self)
        let options = SyncOptions(
            source: FeedSource(server: server.name, account: server.account),
            removalLimit: .standard)
        let presenter = SyncPresenter(
            display: .chosen(json: false, quiet: false), provider: server.provider)
        let status = try await presenter.reporting {
            let status = try await presenter.follow(
                synchronizer(of: account).signal { $0.synchronize(options) })
            presenter.show(
                try await account.handle(LibraryReaderKey.self).run {
                    try SyncConclusion($0, countsPreviews: false)
                })
            return status
        }
        return status == .success ? .complete : .partial
    }

    /// Writes a gallery; a terminal shows its progress, and standard error why it is empty.
    @MainActor
    private static func write(
        _ route: WriteGallery, of accounts: [Scope]
    ) async throws -> ShownSummary {
        let (summary, failures, isReadable) = try await GalleryCommand.write(
            accounts, searching: route.search,
            to: URL(filePath: route.folder, directoryHint: .isDirectory), title: route.title,
            showsCopies: route.showsCopies,
            showsProgress: route.showsProgress && isatty(STDERR_FILENO) == 1)
        if summary.items == 0 { try await FeedPrinter.explain(accounts, without: failures) }
        for failure in failures { StandardError.line(failure.line) }
        return ShownSummary(
            GalleryCommand.sentence(summary),
            failures.isEmpty && isReadable ? .complete : .partial)
    }
}
