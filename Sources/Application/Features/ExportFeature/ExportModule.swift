package import CommandLineProgram
package import Composition

/// The feature of exports: writes the feed of libraries for other programs.
package struct ExportModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [ExportCommand.self]

    package init() {}

    package func load(_ plan: ServicePlan) {}
}
