import Scheduling

/// The place of a service in a program: its scope, its scheduler, and the life cycle.
struct ServiceSite: Sendable {
    let node: ServiceNodeID
    let creation: ServiceCreation
    /// The scheduler on which the service lives, or starts and stops where it is thread-safe.
    let home: any Scheduler
    let engine: LifeCycleEngine

    /// The scope; it throws where the scope has begun to stop, or is gone.
    var scope: Scope {
        get throws(CompositionError) {
            if let scope = engine.openScope(node.scope) as? Scope { return scope }
            let scope = node.scope
            let name = engine.read { $0.entries[scope] == nil ? "a scope" : $0.name(of: scope) }
            throw CompositionError(.stopped, name)
        }
    }

    /// Makes a service in the scope, and reports the outcome.
    func report<Service>(_ make: (Scope) throws -> Service) throws -> Service {
        do {
            let service = try make(scope)
            report(service)
            return service
        } catch {
            reportFailure(error)
            throw error
        }
    }

    func report<Service>(_ service: Service) {
        let hasLifeCycle = LifeCycles.has(service)
        let node = node
        engine.pass { $0.made(node, hasLifeCycle: hasLifeCycle) }
    }

    func reportFailure(_ error: any Error) {
        let node = node
        engine.pass { $0.failedToMake(node, error) }
    }
}
