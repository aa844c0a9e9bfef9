package import CommandLineProgram
package import Composition
import ServiceKeys

/// The feature of the addresses: calls the route of an address.
package struct OpenModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [OpenCommand.self]

    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.need(AccountStoreKey.self, OpenAccountsKey.self)
    }
}
