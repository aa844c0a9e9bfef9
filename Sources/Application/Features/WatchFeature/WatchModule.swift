package import CommandLineProgram
package import CommandOptions
package import Composition
import Foundation
import PhotoFeed
import ProgramServices

/// The feature of the watch: keeps libraries up to date until it is stopped.
package struct WatchModule: CommandModule, DiagnosticModule {
    package let commands: [any ProgramCommand.Type] = [WatchCommand.self]

    package let checks: [any DiagnosticCheck] = [
        ServiceUnitCheck(environment: ProcessInfo.processInfo.environment)
    ]

    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.bind(ChangeWaiterKey.self, ConnectionKey.here, ServerConfigurationKey.here) {
            connection, server in
            ChangeWaiter(try server.provider.makeFetchers(connection).changes)
        }
        plan.bind(WatchPulseKey.self) { WatchPulse() }
    }
}
