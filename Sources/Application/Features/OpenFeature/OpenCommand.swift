import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import ProgramServices
import Routing

/// `photopark open`: calls the route that an address leads to.
struct OpenCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open an address of the program, such as 'feed?limit=20'.",
        discussion: """
            An address is PATH?KEY=VALUE&KEY=VALUE, with its parts percent-encoded. doctor \
            --services lists the addresses. An address that changes something needs --yes.
            """)
    static let synonyms = ["browse", "goto"]

    @Argument(help: ArgumentHelp("The address.", valueName: "ADDRESS"))
    var address: String

    @OptionGroup var library: LibraryOption

    @Flag(help: "Confirm an address that changes something.")
    var yes = false

    @Flag(help: "Print the addresses that lead to ADDRESS, outermost first, and open none.")
    var path = false

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            do {
                let route = try route(by: program.router)
                if path { return .success }
                _ = try await library.open(in: program)
                return try await Self.show(route, by: program.router)
            } catch let error as RouteError where Self.isAboutAddress(error) {
                let remedy = error.code == .unconfirmed ? " (repeat the command with --yes)" : ""
                throw ProgramError(.usage, "cannot open \(address): \(error.message)\(remedy)")
            }
        }
    }

    /// Returns the route of the address, with the consent of the user if it changes something.
    @MainActor
    private func route(by router: Router) throws -> any AddressableRoute {
        let routes = try router.path(to: address, isConfirmed: yes)
        if path {
            for route in routes { StandardOutput.shared.line(try route.addressText()) }
        }
        return routes[routes.count - 1]
    }

    @MainActor
    private static func show(
        _ route: any AddressableRoute, by router: Router
    ) async throws -> ExitStatus {
        switch route {
        case let route as any Route<ShownResult>:
            return try await router.run(route) == .complete ? .success : .partialSuccess
        case let route as any Route<ShownSummary>:
            let summary = try await router.run(route)
            StandardOutput.shared.line(summary.text)
            return summary.end == .complete ? .success : .partialSuccess
        default:
            throw RouteError(.wrongOutput, route: type(of: route).name)
        }
    }

    /// Whether the address is wrong, and not the call of its route.
    private static func isAboutAddress(_ error: RouteError) -> Bool {
        let codes: [RouteError.Code] = [
            .tooLong, .malformed, .unknownAddress, .unconfirmed, .unknownKey, .doubledKey,
            .missingKey, .invalidValue, .outOfRange, .wrongOutput,
        ]
        return codes.contains(error.code)
    }
}
