import BoundaryErrors
import Scheduling

extension Scope {
    /// Describes the whole program that this scope belongs to, as it is now.
    public func describe() -> CompositionDescription {
        let graph = graph
        return CompositionDescription(
            modules: graph.modules.map { graph.describe($0) },
            services: graph.bindings.indices.map { graph.describe($0) },
            scopes: engine.read { machine in
                machine.entries.keys.sorted { $0.number < $1.number }.map { machine.describe($0) }
            })
    }
}

extension ServiceGraph {
    fileprivate func describe(_ loaded: LoadedModule) -> CompositionDescription.Module {
        let own = bindings.filter { $0.place.module == loaded.name }
        let provided = Set(own.map(\.key))
        let needed = Set(own.flatMap { $0.requirements.map(\.key) } + loaded.needs)
        return CompositionDescription.Module(
            name: loaded.name,
            abilities: abilities.filter { $0.isFound(in: loaded.module) }.map(\.name),
            migrates: loaded.module.migrating != nil, provides: own.map(\.key.name).sorted(),
            needs: needed.subtracting(provided).map(\.name).sorted(),
            events: loaded.events.sorted(), tables: loaded.tables.sorted())
    }

    fileprivate func describe(_ number: Int) -> CompositionDescription.Service {
        let binding = bindings[number]
        let needs = binding.requirements.map {
            CompositionDescription.Need(service: $0.key.name, isDirect: $0.isDirect)
        }
        return CompositionDescription.Service(
            name: binding.key.name, module: binding.place.module, file: binding.place.file,
            line: binding.place.line, role: binding.key.role.name,
            scheduler: binding.isShared ? nil : homes[number].name, level: binding.key.scope,
            creation: binding.creation, isOverride: binding.isOverride, needs: needs)
    }
}

extension LifeCycleMachine {
    fileprivate func describe(_ scope: ScopeID) -> CompositionDescription.Scope {
        let entry = self[scope]
        let states = nodes(of: scope).map { (topology.names[$0.binding], self[$0].state) }
        return CompositionDescription.Scope(
            number: scope.number, parent: entry.parent?.number, level: entry.level,
            name: entry.name, states: Dictionary(states) { first, _ in first })
    }
}
