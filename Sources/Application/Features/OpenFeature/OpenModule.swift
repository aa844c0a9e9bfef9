package import CommandLineProgram
package import Composition

/// The feature of the addresses: calls the route of an address.
package struct OpenModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [OpenCommand.self]

    package init() {}

    package func load(_ plan: ServicePlan) {}
}
