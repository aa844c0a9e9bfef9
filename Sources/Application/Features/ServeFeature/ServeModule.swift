package import CommandLineProgram
package import Composition
import ServiceKeys

/// The feature of the local page: serves the libraries of accounts to a browser of this machine.
package struct ServeModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [ServeCommand.self]

    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.need(
            AccountStoreKey.self, OpenAccountsKey.self, LibraryReaderKey.self,
            AccountSettingsKey.self)
    }
}
