package import CommandLineProgram
package import Composition
import ServiceKeys

/// The feature of exports: writes the feed of libraries for other programs.
package struct ExportModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [ExportCommand.self]

    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.need(
            AccountSettingsKey.self, AccountStoreKey.self, LibraryReaderKey.self,
            OpenAccountsKey.self)
    }
}
