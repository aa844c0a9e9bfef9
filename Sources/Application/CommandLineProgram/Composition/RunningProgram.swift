package import Composition
package import Routing

/// The composed program, for the work of a command.
package struct RunningProgram: Sendable {
    /// The scope of the program.
    package let scope: Scope
    /// Calls the routes of all modules.
    package let router: Router
}
