import Scheduling

/// The place of a service in a program: its scope and its scheduler.
struct ServiceSite: Sendable {
    /// The number of the binding in the graph.
    let number: Int
    /// The scheduler on which the service lives, or stops where it is thread-safe.
    let home: any Scheduler
    let reference: ScopeReference

    /// The scope; it throws where the scope has begun to stop, or is gone.
    var scope: Scope {
        get throws(CompositionError) {
            guard let scope = reference.scope else { throw CompositionError(.stopped, "a scope") }
            guard scope.isOpen else { throw CompositionError(.stopped, scope.fullName) }
            return scope
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
        reference.scope?.made(number, hasLifeCycle: LifeCycles.has(service))
    }

    func reportFailure(_ error: any Error) { reference.scope?.failedToMake(number, error) }
}

/// A scope for the factories of its services, which it owns.
final class ScopeReference: Sendable {
    private struct Content {
        weak var scope: Scope?
    }

    private let content = Guarded(Content())

    /// The scope; `nil` once it is being released.
    var scope: Scope? { content.withLock { $0.scope } }

    func refer(to scope: Scope) { content.withLock { $0.scope = scope } }
}
