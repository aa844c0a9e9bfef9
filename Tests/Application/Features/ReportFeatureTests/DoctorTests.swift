import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// `photopark doctor --services` of the program as it is.
    @Suite struct DoctorTests {
        private struct Description: Decodable {
            struct Module: Decodable { let name: String }
            struct Service: Decodable {
                let name: String
                let module: String
                let role: String
                let scheduler: String?
                let needs: [Need]
            }
            struct Need: Decodable { let service: String }
            struct Route: Decodable { let module: String }
            struct Scope: Decodable {
                let level: String
                let states: [String: String]
            }

            let modules: [Module]
            let services: [Service]
            let scopes: [Scope]
            let routes: [Route]
        }

        private func describe() async throws -> Description {
            let outcome = try await Program.run(
                "doctor", "--services", "--json", "--library", "/nonexistent/library")
            #expect(outcome.status == 0 && outcome.lines.count == 1, "\(outcome.errors)")
            return try JSONDecoder().decode(Description.self, from: Data(outcome.output.utf8))
        }

        @Test func thePlanOfTheProgramHasNoFaultAndEveryNeedIsAService() async throws {
            let description = try await describe()
            let names = Set(description.services.map(\.name))
            for service in description.services {
                #expect(names.isSuperset(of: service.needs.map(\.service)), "\(service.name)")
            }
            #expect(names.count == description.services.count)
            let modules = Set(description.modules.map(\.name))
            #expect(modules.isSuperset(of: description.services.map(\.module)))
            #expect(modules.isSuperset(of: description.routes.map(\.module)))
        }

        @Test func everyServiceHasAStateInTheScopeOfItsLevel() async throws {
            let description = try await describe()
            #expect(description.scopes.map(\.level) == ["program", "account"])
            let states = description.scopes.flatMap(\.states.keys)
            #expect(Set(states) == Set(description.services.map(\.name)))
            // The report itself opens no library.
            #expect(description.scopes[1].states.values.allSatisfy { $0 == "idle" })
        }

        @Test func aServiceOfTheBusinessLogicLivesOnItsScheduler() async throws {
            let business = try await describe().services.filter { $0.role == "BL" }
            #expect(!business.isEmpty)
            #expect(business.allSatisfy { $0.scheduler == "BL" })
        }

        @Test func theTableNamesTheModulesScopesServicesAndRoutes() async throws {
            let table = try await Program.run(
                "doctor", "--services", "--library", "/nonexistent/library")
            #expect(table.status == 0, "\(table.errors)")
            for heading in ["MODULE  ", "SCOPE  ", "SERVICE  ", "ROUTE  "] {
                #expect(table.lines.contains { $0.hasPrefix(heading) }, "\(table.output)")
            }
            for service in try await describe().services {
                #expect(table.lines.contains { $0.hasPrefix(service.name + " ") })
            }
        }
    }
}
