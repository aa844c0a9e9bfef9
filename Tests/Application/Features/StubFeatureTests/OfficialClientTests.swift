import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// Clients that are not ours, unchanged, pointed at the stub through a TLS front.
    @Suite struct OfficialClientTests {
        private static let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "OfficialClient/run").path

        /// Whether the client can be had; where it cannot, the reason is printed.
        ///
        /// A check that fails in another way does not skip the test: the test runs, and fails.
        private static func canRun(_ client: String) async throws -> Bool {
            let check = try await Shell.run("'\(script)' \(client) --check")
            guard check.status == 77 else { return true }
            FileHandle.standardError.write(Data("\(client): \(check.output)".utf8))
            return false
        }

        private func run(_ client: String) async throws {
            let run = try await Shell.run("'\(Self.script)' \(client) '\(Program.path)'")
            #expect(run.status == 0, "\(run.output)")
        }

        @Test(
            .enabled("the Python client is not available; the reason is printed above") {
                try await Self.canRun("python")
            })
        func theOfficialClientIsServedWithoutAnException() async throws { try await run("python") }

        @Test(
            .enabled("rclone is not available; the reason is printed above") {
                try await Self.canRun("rclone")
            })
        func rcloneListsAndCopiesTheWholeAccount() async throws { try await run("rclone") }
    }
}
