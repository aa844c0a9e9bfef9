import Foundation
import Testing

extension WholeProgram {
    /// Dropbox's own Python client, pointed at the stub through a TLS front.
    @Suite struct OfficialClientTests {
        @Test func theOfficialClientIsServedWithoutAnException() async throws {
            let script = URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent()
                .appending(path: "OfficialClient/run")
            let run = try await Shell.run("'\(script.path)' '\(Program.path)'")
            if run.status == 77 {
                print("The official client was not tried: \(run.output)")
                return
            }
            #expect(run.status == 0, "\(run.output)")
        }
    }
}
