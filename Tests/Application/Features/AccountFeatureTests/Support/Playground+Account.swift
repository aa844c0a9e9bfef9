import Foundation
import ProgramTestKit
import Testing

extension Playground {
    /// The environment in which the accounts are in the folder of the test.
    var accountEnvironment: [String: String] { ["XDG_DATA_HOME": path("data")] }

    /// The folder of an account.
    func account(_ name: String) -> String { path("data/photopark/accounts/\(name)") }

    /// Runs the program with the accounts of the test.
    func run(_ arguments: String...) async throws -> Program.Outcome {
        try await Program(arguments, environment: accountEnvironment).outcome()
    }

    /// Starts the program on a terminal, with the accounts of the test.
    func terminal(_ arguments: String..., echoes: Bool = true) throws -> TerminalSession {
        try TerminalSession(arguments, environment: accountEnvironment, echoes: echoes)
    }

    /// Signs in by a pasted code, and returns the code.
    @discardableResult
    func signIn(_ name: String, _ options: String..., echoes: Bool = true) async throws -> String {
        try await signIn(name, options: options, echoes: echoes)
    }

    /// Signs in by a pasted code, and returns the code.
    @discardableResult
    func signIn(
        _ name: String, options: [String], echoes: Bool = true
    ) async throws -> String {
        let terminal = try TerminalSession(
            ["login", name, "--app-key", "key", "--endpoint", endpoint] + options,
            environment: accountEnvironment, echoes: echoes)
        let code = try await terminal.pasteCode(by: .allowing)
        try await terminal.read(until: "[y/n]: ")
        terminal.type("y")
        let outcome = try await terminal.outcome()
        #expect(outcome.status == 0, "\(outcome.screen)")
        return code
    }

    /// The objects of `photopark accounts --json`.
    func accounts() async throws -> [[String: AnyHashable]] {
        try await run("accounts", "--json").objects()
    }
}

extension Program {
    /// Reads the next event of a watch, with its members as text.
    func event() async throws -> [String: String] {
        let line = try #require(await self.line())
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return try #require(object as? [String: Any]).mapValues { "\($0)" }
    }
}

extension TerminalSession {
    /// Reads the address of the provider's page.
    func address() async throws -> String {
        try await read(until: "http://127.0.0.1:")
        // The two characters of the line's end are one `Character`.
        return "http://127.0.0.1:" + (try await read(until: "\r\n").dropLast())
    }

    /// Visits the page, and pastes the code that it shows.
    @discardableResult
    func pasteCode(by browser: StubBrowser) async throws -> String {
        let code = try #require(try await browser.open(try await address()))
        try await read(until: "shows: ")
        type(code)
        return code
    }
}
