import Foundation
import Testing

extension WholeProgram {
    /// Clients that are not ours, unchanged, pointed at the stub through a TLS front.
    @Suite struct OfficialClientTests {
        private static let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "OfficialClient/run").path

        private static func canRun(_ client: String) async throws -> Bool {
            try await Shell.run("'\(script)' \(client) --check").status == 0
        }

        private func run(_ client: String) async throws {
            let run = try await Shell.run("'\(Self.script)' \(client) '\(Program.path)'")
            #expect(run.status == 0, "\(run.output)")
        }

        @Test(
            .enabled("the package dropbox cannot be installed") {
                try await Self.canRun("python")
            })
        func theOfficialClientIsServedWithoutAnException() async throws { try await run("python") }

        @Test(.enabled("there is no rclone") { try await Self.canRun("rclone") })
        func rcloneListsAndCopiesTheWholeAccount() async throws { try await run("rclone") }
    }
}
