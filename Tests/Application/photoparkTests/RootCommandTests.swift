import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// The command line without a command of any feature.
    @Suite struct RootCommandTests {
        @Test(arguments: ["nonsense", "xyzzy", "nope", "\u{1B}[31m"])
        func anUnknownCommandIsNamedWithTheOnesThatExist(_ word: String) async throws {
            let outcome = try await Program.run(word)
            #expect(outcome.status == 64)
            #expect(outcome.errors.hasPrefix("Error: unknown command '"), "\(outcome.errors)")
            #expect(outcome.errors.contains("'. The commands are "), "\(outcome.errors)")
            #expect(outcome.errors.contains("Usage: photopark"), "\(outcome.errors)")
            #expect(!outcome.errors.contains("\u{1B}"), "\(outcome.errors)")
        }

        @Test func theHelpOfAnUnknownCommandIsAUsageError() async throws {
            let outcome = try await Program.run("help", "nonsense")
            #expect(outcome.status == 64 && outcome.output == "", "\(outcome)")
            #expect(
                outcome.errors.hasPrefix("Error: unknown command 'nonsense'"), "\(outcome.errors)")
        }

        /// Runs a program whose outputs are a pipe that has lost its reader before the start.
        ///
        /// A child inherits ignored signals, so the signal about the pipe gets its default effect.
        ///
        /// - Returns: the exit code, as the shell reports it.
        private func codeWithoutReader(_ command: String) async throws -> String {
            let script = """
                import os, signal, sys
                reader, writer = os.pipe()
                os.close(reader)
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)
                for output in (1, 2): os.dup2(writer, output)
                os.execv(sys.argv[1], sys.argv[1:])
                """
            let outcome = try await Shell.run("python3 -c '\(script)' \(command); echo $?")
            return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        @Test func outputsWithoutAReaderEndOtherPrograms() async throws {
            #expect(try await codeWithoutReader("/bin/echo text") == "\(128 + SIGPIPE)")
        }

        @Test(arguments: ["nonsense", "--nonsense"])
        func aUsageErrorWithoutAReaderKeepsItsExitCode(_ arguments: String) async throws {
            #expect(try await codeWithoutReader("\(Program.path) \(arguments)") == "64")
        }

        @Test func theVersionNamesTheCommitAndTheLibraries() async throws {
            let outcome = try await Program.run("--version")
            #expect(outcome.status == 0)
            try #require(outcome.lines.count == 3, "\(outcome.output)")
            #expect(outcome.lines[0].wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
            let commit = /commit (unknown|[0-9a-f]{12}(-modified)? \(\d{4}-\d\d-\d\d\))/
            #expect(outcome.lines[1].wholeMatch(of: commit) != nil, "\(outcome.output)")
            let libraries = /libcurl \d+\.[^ ]+, SQLite 3\.[^ ]+, [^ ]+\/.+/
            #expect(outcome.lines[2].wholeMatch(of: libraries) != nil, "\(outcome.output)")
            #expect(!outcome.lines.contains { $0.hasPrefix("/") || $0.contains(" /") })
        }

        @Test(arguments: [["--version", "--json"], ["--json", "--version"]])
        func theVersionIsAnObjectForPrograms(_ arguments: [String]) async throws {
            let text = try await Program.run("--version").lines
            let outcome = try await Program(arguments).outcome()
            let object = try #require(try outcome.objects().first)
            #expect(object["version"] as? String == text.first.map(String.init))
            let commit = try #require(object["commit"] as? String)
            #expect(text[1].hasPrefix("commit \(commit)"))
            let libraries = ["libcurl", "sqlite", "tls"].compactMap { object[$0] as? String }
            #expect(libraries.count == 3 && libraries.allSatisfy { text[2].contains($0) })
        }

        @Test func theOptionForProgramsAloneIsAUsageError() async throws {
            #expect(try await Program.run("--json").status == 64)
        }

        @Test func theHelpNamesEveryCommand() async throws {
            let help = try await Program.run("--help").output
            let commands = try await Program.commands()
            for command in commands {
                #expect(help.contains("\n  \(command) "), "\(help)")
            }
            #expect(!commands.isEmpty)
        }

        @Test(
            arguments: ["--version", "--help", "help", "--generate-completion-script bash"],
            [">&-", "> /dev/full"])
        func aTextThatCannotBeWrittenIsAnError(_ arguments: String, _ output: String) async throws {
            let outcome = try await Shell.run("\(Program.path) \(arguments) \(output); echo $?")
            #expect(outcome.output.hasSuffix("74\n"), "\(outcome.output)")
            #expect(outcome.output.contains("standard output"), "\(outcome.output)")
        }

        @Test func aHelpWithoutAReaderIsNoError() async throws {
            #expect(try await codeWithoutReader("\(Program.path) --help") == "0")
        }

        @Test(arguments: ["bash", "zsh", "fish"])
        func theCompletionsOfAShellAreThere(_ shell: String) async throws {
            let script = try await Program.run("--generate-completion-script", shell).output
            #expect(script.contains("photopark"))
        }
    }
}
