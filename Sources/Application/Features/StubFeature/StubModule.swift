package import CommandLineProgram

/// The feature of the stub: serves photos as the provider does, and demonstrates the program.
package struct StubModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [StubCommand.self, DemoCommand.self]

    package init() {}
}
