import Composition
import Routing
import TextFormats

extension ProgramReport {
    /// The report as one JSON object in a line; `Documentation/Formats.md` lists the keys.
    var json: String {
        let bytes = JSONWriter.object(escaping: .hostile) { json in
            json.array("modules") { for module in composition.modules { $0.add(module) } }
            json.array("services") { for service in composition.services { $0.add(service) } }
            json.array("scopes") { for scope in composition.scopes { $0.add(scope) } }
            json.array("routes") { for route in routes { $0.add(route) } }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONWriter {
    fileprivate mutating func add(_ module: CompositionDescription.Module) {
        object { json in
            json.member("name", module.name)
            json.add("abilities", module.abilities)
            json.add("provides", module.provides)
            json.add("needs", module.needs)
        }
    }

    fileprivate mutating func add(_ service: CompositionDescription.Service) {
        object { json in
            json.member("name", service.name)
            json.member("module", service.module)
            json.member("file", service.file)
            json.member("line", service.line)
            json.member("role", service.role)
            json.member("scheduler", service.scheduler)
            json.member("level", service.level.rawValue)
            json.member("creation", service.creation.rawValue)
            json.member("is_override", service.isOverride)
            json.array("needs") { needs in
                for need in service.needs {
                    needs.object { json in
                        json.member("service", need.service)
                        json.member("is_direct", need.isDirect)
                    }
                }
            }
        }
    }

    fileprivate mutating func add(_ scope: CompositionDescription.Scope) {
        object { json in
            json.member("number", scope.number)
            json.member("parent", scope.parent)
            json.member("level", scope.level.rawValue)
            json.member("name", scope.name)
            json.object("states") { states in
                for (service, state) in scope.states.sorted(by: { $0.key < $1.key }) {
                    states.name(escaping: service)
                    states.string(state.rawValue)
                }
            }
        }
    }

    fileprivate mutating func add(_ route: RouteDescription) {
        object { json in
            json.member("name", route.name)
            json.member("module", route.module)
            json.member("address", route.path)
            json.member("effect", route.access?.rawValue)
        }
    }

    private mutating func add(_ name: StaticString, _ texts: [String]) {
        array(name) { for text in texts { $0.string(text) } }
    }
}
