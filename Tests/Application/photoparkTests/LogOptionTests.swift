import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// `--log-level` and `--log-file`, before any command.
    @Suite(.enabled("the program has no feed") { try await Program.has("feed") })
    struct LogOptionTests {
        private let folder = NSTemporaryDirectory() + "log-options-\(UUID().uuidString)"

        /// The outcome of a command that fails, since its library does not exist.
        private func fail(_ options: String...) async throws -> Program.Outcome {
            let arguments = options + ["feed", "--library", folder + "/none"]
            return try await Program(arguments).outcome()
        }

        @Test func theEndOfACommandIsLoggedAsText() async throws {
            let outcome = try await fail("--log-level", "info")
            #expect(outcome.errors.contains(" error photopark: the command failed ["))
            #expect(outcome.errors.contains(" info photopark: the command ended status="))
        }

        @Test func aFileGetsLinesOfJSONAndStandardErrorNone() async throws {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let outcome = try await fail("--log-file=\(folder)/log")
            #expect(!outcome.errors.contains("the command ended"))
            let lines = try String(contentsOfFile: folder + "/log", encoding: .utf8)
                .split(separator: "\n")
            #expect(lines.count == 2)
            for line in lines {
                #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
            }
        }

        @Test func withoutTheOptionsNothingIsLogged() async throws {
            let outcome = try await fail()
            #expect(!outcome.errors.contains("the command"))
        }

        @Test func aLogThatCannotBeWrittenIs73() async throws {
            let outcome = try await fail("--log-file", folder + "/none/log")
            #expect(outcome.status == 73)
            #expect(outcome.errors.contains("cannot write the log"))
        }

        @Test func anUnknownLevelIsAUsageError() async throws {
            let outcome = try await fail("--log-level", "loud")
            #expect(outcome.status == 64)
        }
    }
}
