import ProgramTestKit
import Testing

extension WholeProgram {
    /// The command line without a command of any feature.
    @Suite struct RootCommandTests {
        @Test(arguments: ["nonsense", "xyzzy", "\u{1B}[31m"])
        func anUnknownCommandIsNamedWithTheOnesThatExist(_ word: String) async throws {
            let outcome = try await Program.run(word)
            #expect(outcome.status == 64)
            #expect(outcome.errors.hasPrefix("Error: unknown command '"), "\(outcome.errors)")
            #expect(outcome.errors.contains("'. The commands are "), "\(outcome.errors)")
            #expect(outcome.errors.contains("Usage: photopark"), "\(outcome.errors)")
            #expect(!outcome.errors.contains("\u{1B}"), "\(outcome.errors)")
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

        @Test func aReaderOfTheHelpThatGoesAwayIsNoError() async throws {
            let outcome = try await Shell.run(
                "\(Program.path) --help | true; echo ${PIPESTATUS[0]}")
            #expect(outcome.output == "0\n", "\(outcome.output)")
        }

        @Test(arguments: ["bash", "zsh", "fish"])
        func theCompletionsOfAShellAreThere(_ shell: String) async throws {
            let script = try await Program.run("--generate-completion-script", shell).output
            #expect(script.contains("photopark"))
        }
    }
}
