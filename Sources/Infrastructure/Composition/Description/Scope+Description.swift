import BoundaryErrors
import Scheduling

extension Scope {
    /// Describes the whole program that this scope belongs to, as it is now.
    public func describe() -> CompositionDescription {
        let graph = graph
        return CompositionDescription(
            modules: graph.modules.map { graph.describe($0) },
            services: graph.bindings.indices.map { graph.describe($0) },
            scopes: program.scopes.sorted { $0.number < $1.number }.map(\.description))
    }

    /// The scope of the program.
    private var program: Scope { parent?.program ?? self }

    /// This scope and those inside it.
    private var scopes: [Scope] {
        let children = life.withLock { $0.children.compactMap(\.scope) }
        return children.reduce([self]) { $0 + $1.scopes }
    }

    private var description: CompositionDescription.Scope {
        let services = life.withLock { $0.services }
        let states = graph.members(of: level).map { number in
            (graph.bindings[number].key.name, services[number]?.state ?? .idle)
        }
        return CompositionDescription.Scope(
            number: number, parent: parent?.number, level: level, name: name,
            states: Dictionary(states) { first, _ in first })
    }
}

extension ServiceGraph {
    fileprivate func describe(_ loaded: LoadedModule) -> CompositionDescription.Module {
        let own = bindings.filter { $0.place.module == loaded.name }
        let provided = Set(own.map(\.key))
        let needed = Set(own.flatMap { $0.requirements.map(\.key) })
        return CompositionDescription.Module(
            name: loaded.name,
            abilities: abilities.filter { $0.isFound(in: loaded.module) }.map(\.name),
            provides: own.map(\.key.name).sorted(),
            needs: needed.subtracting(provided).map(\.name).sorted())
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
