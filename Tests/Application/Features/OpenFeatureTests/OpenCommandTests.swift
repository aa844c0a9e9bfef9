import ArgumentParser
import CommandLineProgram
import Composition
import LiveServices
import ProgramServices
import Routing
import Scheduling
import Testing

@testable import OpenFeature

/// `photopark open` with the routes of a test.
@MainActor @Suite struct OpenCommandTests {
    private struct Partial: AddressableRoute {
        typealias Output = ShownResult
        static let address = RouteAddress("partial", .reads, from: Partial())
    }

    private struct Number: AddressableRoute {
        typealias Output = Int
        static let address = RouteAddress("number", .reads, from: Number())
    }

    private struct Failing: AddressableRoute {
        typealias Output = ShownResult
        static let address = RouteAddress("failing", .reads, from: Failing())
    }

    private struct TestModule: RouteModule {
        func load(_ plan: ServicePlan) {}

        func loadRoutes(_ routes: inout ModuleRoutes, _ program: ComposedProgram) {
            routes.serve(Partial.self, on: MainScheduler.shared) { _ in .partial }
            routes.serve(Number.self, on: MainScheduler.shared) { _ in 1 }
            routes.serve(Failing.self, on: MainScheduler.shared) { _ in
                throw ProgramError(.network, "the server is away")
            }
        }
    }

    private func open(_ address: String) async throws -> CommandLineProgram.ExitStatus {
        let command = try OpenCommand.parse([address, "--library", "/nonexistent/library"])
        return try await command.execute(
            with: ProgramModules([
                EventsModule(), AccountsModule(in: "/nonexistent/accounts"), OpenModule(),
                TestModule(),
            ]))
    }

    @Test func theExitCodeTellsWhetherEntriesAreMissing() async throws {
        #expect(try await open("partial") == .partialSuccess)
    }

    @Test(arguments: [("number", "has another output"), ("inner", "belongs to no route")])
    func aRouteThatCannotBeShownIsAWrongAddress(
        _ address: String, _ reason: String
    ) async throws {
        let error = await #expect(throws: ProgramError.self) { try await open(address) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func aFailureOfTheRouteKeepsItsExitCode() async throws {
        let error = await #expect(throws: RouteError.self) { try await open("failing") }
        let report = try FailureReport(#require(error))
        #expect(report.status == .network)
        #expect(report.message == "the server is away")
    }
}
