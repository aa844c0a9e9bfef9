package import CommandLineProgram
package import Composition
import ServiceKeys

/// The feature of the history: shows the last syncs of libraries, and the changes that they made.
package struct HistoryModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [StatusCommand.self, LogCommand.self]

    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.need(AccountStoreKey.self, LibraryReaderKey.self, OpenAccountsKey.self)
    }
}
