extension ServiceGraph {
    /// Makes the storage of the services of a scope, and passes on that of the scopes around it.
    func makeSlots(
        for level: ScopeLevel, _ scope: ScopeID, around wider: [(any AnyObject & Sendable)?]?,
        _ engine: LifeCycleEngine
    ) -> [(any AnyObject & Sendable)?] {
        bindings.indices.map { number in
            let binding = bindings[number]
            if binding.key.scope != level { return wider?[number] }
            return binding.makeSlot(
                ServiceSite(
                    node: ServiceNodeID(scope: scope, binding: number), creation: binding.creation,
                    home: homes[number], engine: engine))
        }
    }
}

extension Scope: ManagedScope {
    var needsPreparation: Bool {
        level == .program || graph.modules.contains { $0.module.migrating != nil }
    }

    func prepare() async throws {
        for loaded in graph.modules {
            guard let module = loaded.module.migrating else { continue }
            try Task.checkCancellation()
            do {
                try await module.migrate(self)
            } catch {
                throw CompositionError(.migrationFailed, "module \(loaded.name)", error)
            }
        }
        guard level == .program else { return }
        for loaded in graph.modules {
            try Task.checkCancellation()
            do {
                try await loaded.module.setUp(self)
            } catch {
                throw CompositionError(.setUpFailed, "module \(loaded.name)", error)
            }
        }
    }

    func slot(of binding: Int) -> (any AnyServiceSlot)? { slots[binding] as? any AnyServiceSlot }
}
