/// The files of a new feature: a service, a command that calls it, and a test of the command.
struct FeatureFiles {
    let name: FeatureName

    /// The folder of the sources.
    var sources: String { "Sources/Application/Features/\(name.target)" }
    /// The folder of the tests.
    var tests: String { "Tests/Application/Features/\(name.target)Tests" }

    /// The path and the text of each file.
    var files: [(path: String, text: String)] {
        [
            ("\(sources)/\(name.module).swift", module),
            ("\(sources)/\(name.text)Command.swift", command),
            ("\(sources)/\(name.text)Service.swift", service),
            ("\(sources)/Module.md", document),
            ("\(tests)/\(name.text)CommandTests.swift", test),
        ]
    }

    private var module: String {
        """
        package import CommandLineProgram
        package import Composition

        /// The feature \(name.text).
        package struct \(name.module): CommandModule {
            package let commands: [any ProgramCommand.Type] = [\(name.text)Command.self]

            package init() {}

            package func load(_ plan: ServicePlan) {
                plan.bind(\(name.text)ServiceKey.self) { \(name.text)Service() }
            }
        }

        """
    }

    private var command: String {
        """
        import ArgumentParser
        import CommandLineProgram
        import Composition
        import Scheduling

        /// `photopark \(name.command)`: prints the sentence of the service.
        struct \(name.text)Command: ProgramCommand {
            static let configuration = CommandConfiguration(
                commandName: "\(name.command)", abstract: "Print a sentence.")

            func execute(with modules: ProgramModules) async throws -> ExitStatus {
                let sentence = try await modules.run { program in
                    try await program.scope.handle(\(name.text)ServiceKey.self).run { $0.sentence }
                }
                StandardOutput.shared.line(sentence)
                return .success
            }
        }

        """
    }

    private var service: String {
        """
        import Composition
        import Scheduling

        /// The service of the feature, on the scheduler of the business logic.
        @Schedulable
        final class \(name.text)Service {
            let sentence = "\(name.text) works."
        }

        /// The key of the service.
        enum \(name.text)ServiceKey: ServiceKey {
            typealias Service = \(name.text)Service
            static let role = SchedulerRole.business
        }

        """
    }

    private var document: String {
        """
        # \(name.text)

        An example: `\(name.command)` prints the sentence of a service.

        """
    }

    private var test: String {
        let imports = ["CommandLineProgram", "ProgramTestKit", "Testing", name.target].sorted()
            .map { "import \($0)" }
        return """
            \(imports.joined(separator: "\n"))

            /// `photopark \(name.command)`.
            @MainActor @Suite struct \(name.text)CommandTests {
                @Test func theModuleNeedsNoOther() async throws {
                    try await ProgramModules([\(name.module)()]).run { _ in }
                }

                @Test func theCommandPrintsTheSentenceOfTheService() async throws {
                    let outcome = try await Program.run("\(name.command)")
                    #expect(outcome.status == 0, "\\(outcome.errors)")
                    #expect(outcome.lines == ["\(name.text) works."])
                }
            }

            """
    }
}
