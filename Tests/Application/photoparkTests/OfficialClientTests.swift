import Foundation
import Testing

/// Dropbox's own Python client, pointed at the stub through a TLS front.
@Suite struct OfficialClientTests {
    @Test func theOfficialClientIsServedWithoutAnException() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "OfficialClient/run")
        let run = Process()
        let output = Pipe()
        run.executableURL = URL(filePath: "/bin/bash")
        run.arguments = [script.path, Program.path]
        (run.standardOutput, run.standardError) = (output, output)
        try run.run()
        let text = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        run.waitUntilExit()
        if run.terminationStatus == 77 {
            print("The official client was not tried: \(text)")
            return
        }
        #expect(run.terminationStatus == 0, "\(text)")
    }
}
