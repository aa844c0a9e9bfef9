import Composition
import Routing
import TextFormats

/// The modules, scopes, services and routes of a program as text in columns.
struct ServiceTable {
    private let report: ProgramReport

    private var composition: CompositionDescription { report.composition }

    init(_ report: ProgramReport) { self.report = report }

    /// The lines: tables of the modules, the scopes, the services, and the routes.
    var lines: [String] { modules + [""] + scopes + [""] + services + [""] + routes }

    private var modules: [String] {
        Self.table(
            ["MODULE", "ABILITIES", "PROVIDES", "NEEDS"],
            composition.modules.map { module in
                [
                    module.name, Self.list(module.abilities), Self.list(module.provides),
                    Self.list(module.needs),
                ]
            })
    }

    private var scopes: [String] {
        Self.table(
            ["SCOPE", "LEVEL", "IN", "NAME"],
            composition.scopes.map { scope in
                [
                    "\(scope.number)", scope.level.rawValue, scope.parent.map { "\($0)" } ?? "-",
                    scope.name,
                ]
            })
    }

    private var services: [String] {
        Self.table(
            ["SERVICE", "MODULE", "SCHEDULER", "LEVEL", "MADE", "STATE", "NEEDS"],
            composition.services.map { service in
                let states = composition.scopes.compactMap { $0.states[service.name]?.rawValue }
                let needs = service.needs.map { $0.service + ($0.isDirect ? "" : " (handle)") }
                return [
                    service.name, service.isOverride ? "override" : service.module,
                    service.scheduler ?? "any", service.level.rawValue,
                    Self.moment(service.creation), Self.list(states), Self.list(needs),
                ]
            })
    }

    private var routes: [String] {
        Self.table(
            ["ROUTE", "MODULE", "ADDRESS", "EFFECT"],
            report.routes.map { route in
                [route.name, route.module, route.path ?? "-", route.access?.rawValue ?? "-"]
            })
    }

    private static func moment(_ creation: ServiceCreation) -> String {
        switch creation {
        case .start: "at the start"
        case .firstUse: "at first use"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "-" : names.joined(separator: ", ")
    }

    /// The rows below their headings.
    private static func table(_ headings: [String], _ rows: [[String]]) -> [String] {
        TerminalText.table([headings] + rows)
    }
}
