package import CommandLineProgram
package import Composition
import ProgramServices
package import Routing
import Scheduling

/// The feature of the statistics: counts the photos and videos of libraries.
package struct StatsModule: CommandModule, RouteModule {
    package let commands: [any ProgramCommand.Type] = [StatsCommand.self]

    package init() {}

    package func load(_ plan: ServicePlan) {}

    package func loadRoutes(_ routes: inout ModuleRoutes, _ program: ComposedProgram) {
        routes.serve(ShowStats.self, on: MainScheduler.shared) { route in
            try await StatsPrinter.print(route, of: program.scope.accounts(route.account))
        }
    }
}
