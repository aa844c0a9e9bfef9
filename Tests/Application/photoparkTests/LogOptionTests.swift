import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// `--log-level` and `--log-file`, before any command.
    @Suite struct LogOptionTests {
        private let folder = NSTemporaryDirectory() + "log-options-\(UUID().uuidString)"

        /// The outcome of a command that fails, since its library does not exist; the tests need a
        /// program with that command.
        private func fail(_ options: String...) async throws -> Program.Outcome? {
            guard try await Program.commands().contains("feed") else { return nil }
            let arguments = options + ["feed", "--library", folder + "/none"]
            return try await Program(arguments).outcome()
        }

        @Test func theEndOfACommandIsLoggedAsText() async throws {
            guard let outcome = try await fail("--log-level", "info") else { return }
            #expect(outcome.errors.contains(" error photopark: the command failed ["))
            #expect(outcome.errors.contains(" info photopark: the command ended status="))
        }

        @Test func aFileGetsLinesOfJSONAndStandardErrorNone() async throws {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            guard let outcome = try await fail("--log-file=\(folder)/log") else { return }
            #expect(!outcome.errors.contains("the command ended"))
            let lines = try String(contentsOfFile: folder + "/log", encoding: .utf8)
                .split(separator: "\n")
            #expect(lines.count == 2)
            for line in lines {
                #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
            }
        }

        @Test func withoutTheOptionsNothingIsLogged() async throws {
            guard let outcome = try await fail() else { return }
            #expect(!outcome.errors.contains("the command"))
        }

        @Test func aLogThatCannotBeWrittenIs73() async throws {
            guard let outcome = try await fail("--log-file", folder + "/none/log") else { return }
            #expect(outcome.status == 73)
            #expect(outcome.errors.contains("cannot write the log"))
        }

        @Test func anUnknownLevelIsAUsageError() async throws {
            guard let outcome = try await fail("--log-level", "loud") else { return }
            #expect(outcome.status == 64)
        }
    }
}
