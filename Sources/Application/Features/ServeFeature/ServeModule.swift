package import CommandLineProgram
package import Composition
import ProgramServices
package import Routing
import Scheduling

/// The feature of the local page: serves the libraries of accounts to a browser of this machine.
package struct ServeModule: CommandModule, RouteModule {
    package let commands: [any ProgramCommand.Type] = [ServeCommand.self]

    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.bind(LibraryPageKey.self, LibraryOpenerKey.here) { LibraryPage($0) }
    }

    package func loadRoutes(_ routes: inout ModuleRoutes, _ program: ComposedProgram) {
        routes.serve(ServePage.self, on: MainScheduler.shared) { route in
            try await Self.serve(route, in: program.scope)
        }
    }

    @MainActor
    private static func serve(
        _ route: ServePage, in program: Scope
    ) async throws -> [ServePage.Visitor] {
        let settings: ServedSettings
        do { settings = try ServedSettings(route.settings) } catch {
            throw ProgramError(.usage, error.message)
        }
        let page = try program.here(LibraryPageKey.self)
        let isFirst = !page.isListening
        _ = try await page.open(route.libraries, for: settings)
        let visitors = try await page.listen(settings)
        return isFirst ? visitors : []
    }
}
