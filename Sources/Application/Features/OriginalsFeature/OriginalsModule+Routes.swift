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
        let options = route.options
        let originals = account.handle(OriginalsSynchronizerKey.self)
        let run = originals.signal { $0.synchronize(choice, options: options) }
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
        guard route.writesSidecars else { return result.isPartial ? .partial : .complete }
        let sidecars = SchedulerBound<OriginalsSidecars>(on: originals.scheduler) {
            try originals.get(in: $0).sidecars()
        }
        while try await sidecars.run({ try $0.next() }) { try Task.checkCancellation() }
        let (written, kept) = try await sidecars.run { ($0.written, $0.kept) }
        display.showSidecars(written: written, kept: kept)
        return result.isPartial || kept > 0 ? .partial : .complete
    }
}
