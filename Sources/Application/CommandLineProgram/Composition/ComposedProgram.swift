package import Composition
package import Routing
import Scheduling

/// The program, for routes that are declared before it is composed.
package final class ComposedProgram: Sendable {
    private struct Content {
        let scope: Scope
        let routes: [RouteDescription]
    }

    private let state = Guarded<Content?>(nil)

    /// The scope of the program.
    package var scope: Scope { content.scope }

    /// The routes of all modules.
    package var routes: [RouteDescription] { content.routes }

    private var content: Content {
        guard let content = state.withLock({ $0 }) else {
            preconditionFailure("a route was called before the program was composed")
        }
        return content
    }

    func set(_ scope: Scope, _ routes: [RouteDescription]) {
        state.withLock { $0 = Content(scope: scope, routes: routes) }
    }
}
