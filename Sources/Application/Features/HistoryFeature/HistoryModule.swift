package import CommandLineProgram
package import Composition

/// The feature of the history: shows the last syncs of libraries, and the changes that they made.
package struct HistoryModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [StatusCommand.self, LogCommand.self]

    package init() {}

    package func load(_ plan: ServicePlan) {}
}
