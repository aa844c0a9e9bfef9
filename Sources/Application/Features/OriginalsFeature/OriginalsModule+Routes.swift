package import CommandLineProgram
import Composition
import Originals
import PhotoFeed
import Routes
package import Routing
import Scheduling
import ServiceKeys
import Signals

extension OriginalsModule: RouteModule {
    package func loadRoutes(_ routes: inout ModuleRoutes, _ program: ComposedProgram) {
        routes.serve(FetchOriginals.self, on: MainScheduler.shared) { route in
            try await Self.fetch(route, of: try program.scope.account(route.account))
        }
    }

    /// Runs a download of originals, and shows it.
    @MainActor
    private static func fetch(
        _ route: FetchOriginals, of account: Scope
    ) async throws -> ShownResult {
        let choice = route.choice
        let run = account.handle(OriginalsSynchronizerKey.self)
            .signal { $0.synchronize(choice) }
        var display = OriginalsDisplay(
            route.format, account: route.isNamed ? route.account : nil)
        var result: OriginalsProgress?
        defer { if Task.isCancelled { display.interrupt() } else { display.end() } }
        for try await event in run.deliver(on: MainScheduler.shared).values {
            display.show(event)
            if case .finished(let progress) = event { result = progress }
        }
        try Task.checkCancellation()
        guard let result else {
            guard route.isRequired else { return .complete }
            throw ProgramError(
                .usage, "the library has no folder of originals yet: give it with --to DIR")
        }
        if route.makesThumbnails { try await makeThumbnails(of: account, &display) }
        return result.isPartial ? .partial : .complete
    }

    /// Makes the thumbnails that the server does not make, of the originals in place.
    ///
    /// An original without a thumbnail is named, and does not change the result of the run.
    @MainActor
    private static func makeThumbnails(
        of account: Scope, _ display: inout OriginalsDisplay
    ) async throws {
        let run = account.handle(OriginalThumbnailsKey.self).signal { $0.make() }
        for try await event in run.deliver(on: MainScheduler.shared).values { display.show(event) }
        try Task.checkCancellation()
    }
}
