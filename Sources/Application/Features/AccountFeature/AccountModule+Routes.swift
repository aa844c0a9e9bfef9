import Accounts
import ArgumentParser
package import CommandLineProgram
import Composition
import ProgramServices
package import Routing
import Scheduling
import Signals

extension AccountModule: RouteModule {
    package func loadRoutes(_ routes: inout ModuleRoutes, _ program: ComposedProgram) {
        let accounts: @Sendable () async throws -> Int = {
            let folders = try program.scope.here(AccountStoreKey.self).folders
            return try await onThreadOfItsOwn { try folders.accounts().count }
        }
        let offer = SignInOffer {
            TerminalHost()
        } hasAccount: {
            try await accounts() > 0
        } signIn: {
            _ = try await LoginCommand.parse([]).account(in: program.scope)
        }
        routes.serve(RequireAccount.self, on: MainScheduler.shared) { _ in
            try await offer.make()
            return try await accounts()
        }
    }
}
