package import Composition
package import Routing

/// A module that serves routes, which other modules call instead of the module itself.
package protocol RouteModule: Module {
    /// Declares the routes.
    ///
    /// - Parameters:
    ///   - routes: receives the routes.
    ///   - program: finds the services of a call; it is ready when the first route is called.
    func loadRoutes(_ routes: inout ModuleRoutes, _ program: ComposedProgram)
}

extension ModuleAbility {
    /// The ability to serve routes, which are added to `table`.
    ///
    /// A route or an address that two modules have is a fault of the plan.
    static func routes(_ table: RouteTable, of program: ComposedProgram) -> ModuleAbility {
        ModuleAbility("routes") { (module: any RouteModule, plan) in
            let known = Set(table.faults)
            table.add(type(of: module).name) { module.loadRoutes(&$0, program) }
            plan.report(table.faults.filter { !known.contains($0) })
        }
    }
}
