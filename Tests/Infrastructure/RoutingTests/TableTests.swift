import BoundaryErrors
import Routing
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Suite("The table of routes: all faults at once")
struct TableTests {
    private struct Numbered: AddressableRoute {
        typealias Output = Int
        static let address = RouteAddress(
            "page/:number", .reads, from: Numbered(number: 0), .path("number", \.number))
        var number: Int
    }

    private struct Named: AddressableRoute {
        typealias Output = Int
        static let address = RouteAddress(
            "page/:name", .reads, from: Named(name: ""), .path("name", \.name))
        var name: String
    }

    private struct Invalid: AddressableRoute {
        typealias Output = Int
        static let address = RouteAddress(
            "a//b c/:x/:y", .reads, from: Invalid(x: 0, z: 0), .path("x", \.x),
            .path("z", \.z), .query("x", \.x))
        var x: Int
        var z: Int
    }

    private let home = VirtualScheduler()

    @Test("two handlers of one route, doubled addresses and modules, and invalid addresses")
    func allFaultsAreListed() {
        let service = SchedulerBound(on: home) { 1 }
        let table = RouteTable()
        table.add("A") { routes in
            routes.serve(ShowFeed.self, by: service) { _, _ in ["a"] }
            routes.serve(Numbered.self, by: service) { _, _ in 1 }
        }
        table.add("B") { routes in
            routes.serve(ShowFeed.self, by: service) { _, _ in ["b"] }
            routes.serve(Named.self, by: service) { _, _ in 2 }
            routes.serve(Invalid.self, by: service) { _, _ in 3 }
        }
        table.add("A") { routes in routes.serve(ShowFeed.self, by: service) { _, _ in ["c"] } }
        let error = #expect(throws: DeclarationError.self) { try Router(table, on: home) }
        let faults = error?.faults ?? []
        #expect(error == DeclarationError(in: "the table of routes", table.faults))
        func count(_ code: DeclarationFault.Code) -> Int { faults.count { $0.code == code } }
        #expect(count(.doubledHandler) == 2 && count(.doubledAddress) == 1)
        #expect(count(.doubledModule) == 1 && count(.invalidAddress) == 5)
        #expect(faults.allSatisfy { $0.place.file == "RoutingTests/TableTests.swift" })
        #expect(Set(faults.map(\.place.module)) == ["A", "B"])
        let text = "\(error.map { "\($0)" } ?? "")"
        #expect(text.hasPrefix("the table of routes has 9 faults:\n"))
        #expect(text.split(separator: "\n").count == 10)
        #expect(text.contains("the route ShowFeed is served already, by module A"))
        #expect(text.contains("the route Named has the address of the route Numbered of module A"))
        #expect(text.contains("'b c' is not a segment of a path"))
        #expect(text.contains("the path has the parameter 'y', which is not declared"))
        #expect(text.contains("the path lacks the parameter 'z'"))
        #expect(text.contains("the parameter 'x' is declared twice"))
    }

    @Test("a router lists its routes with their modules and addresses")
    func routesAreListed() throws {
        let service = SchedulerBound(on: home) { 1 }
        let table = RouteTable()
        table.add("A") { $0.serve(ShowFeed.self, by: service) { _, _ in ["a"] } }
        table.add("B") { $0.serve(Numbered.self, by: service) { _, _ in 1 } }
        let router = try Router(table, on: home)
        #expect(router.routes.map(\.name) == ["ShowFeed", "Numbered"])
        #expect(router.routes.map(\.module) == ["A", "B"])
        #expect(router.routes.map(\.path) == [nil, "page/:number"])
        #expect(router.routes.map(\.access) == [nil, .reads])
    }
}
