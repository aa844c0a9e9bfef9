package import CommandLineProgram
package import Composition

/// The feature of the stub: serves photos with the API of Dropbox or by WebDAV, and demonstrates
/// the program.
package struct StubModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [StubCommand.self, DemoCommand.self]

    package init() {}

    package func load(_ plan: ServicePlan) {}
}
