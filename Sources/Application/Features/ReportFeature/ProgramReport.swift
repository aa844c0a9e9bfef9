import CommandLineProgram
import Composition
import Routing

/// The parts of the program as they are: modules, services, scopes and routes.
struct ProgramReport {
    let composition: CompositionDescription
    /// The routes, in the order of their names.
    let routes: [RouteDescription]

    init(_ program: ComposedProgram) {
        composition = program.scope.describe()
        routes = program.routes.sorted { $0.name < $1.name }
    }
}
