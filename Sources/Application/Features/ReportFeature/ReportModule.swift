package import CommandLineProgram
package import Composition
import ProgramServices
package import Routing
import Scheduling

/// The feature of the reports: checks the installation, and shows the options, modules, services
/// and routes of the program.
package struct ReportModule: CommandModule, RouteModule {
    package let commands: [any ProgramCommand.Type] = [
        DoctorCommand.self, ConfigCommand.self,
    ]

    /// The text of `photopark --version`, for reports.
    let version: String

    package init(version: String) { self.version = version }

    package func load(_ plan: ServicePlan) {}

    package func loadRoutes(_ routes: inout ModuleRoutes, _ program: ComposedProgram) {
        routes.serve(ShowServices.self, on: MainScheduler.shared) { route in
            await Self.show(ProgramReport(program), asJSON: route.isJSON)
            return .complete
        }
    }

    @MainActor
    private static func show(_ report: ProgramReport, asJSON isJSON: Bool) {
        let lines = isJSON ? [report.json] : ServiceTable(report).lines
        for line in lines { StandardOutput.shared.line(line) }
    }
}
