import ProgramTestKit
import Testing

extension WholeProgram {
    /// The report at its address.
    @Suite(.enabled("the program lacks open") { try await Program.has("open") })
    struct AddressTests {
        @Test(arguments: [("services", []), ("services?json=true", ["--json"])])
        func theAddressShowsTheSameAsTheCommand(
            _ address: String, _ options: [String]
        ) async throws {
            let library = ["--library", "/nonexistent/library"]
            let opened = try await Program(["open", address] + library).outcome()
            let command = try await Program(["doctor", "--services"] + options + library).outcome()
            #expect(opened.status == 0 && opened.output == command.output, "\(opened)")
        }
    }
}
