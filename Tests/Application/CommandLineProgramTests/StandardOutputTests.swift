import Foundation
import Testing

@testable import CommandLineProgram

/// The exit code of a command whose output cannot be written.
@MainActor @Suite struct StandardOutputTests {
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: "/dev/full"),
            "needs a device that is always full: Linux's /dev/full"),
        arguments: [
            (.success, .inputOutput), (.partialSuccess, .inputOutput), (.network, .inputOutput),
            (.damagedOriginals, .damagedOriginals),
        ] as [(CommandLineProgram.ExitStatus, CommandLineProgram.ExitStatus)])
    func anIncompleteOutputIsAFailureUnlessTheWorkHasAWorseOne(
        _ status: CommandLineProgram.ExitStatus, _ expected: CommandLineProgram.ExitStatus
    ) throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        defer { try? full.close() }
        let output = StandardOutput(descriptor: full.fileDescriptor)
        output.line("a line")
        #expect(output.finish(status) == expected)
    }
}
