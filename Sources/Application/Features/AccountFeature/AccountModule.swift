import Accounts
package import CommandLineProgram
package import Composition
import PhotoFeed
import ProgramServices

/// The feature of the accounts: signs in, signs out, and lists the accounts.
package struct AccountModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [
        LoginCommand.self, LogoutCommand.self, AccountsCommand.self,
    ]

    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.bind(
            SignInServicesKey.self, GatewayKey.here, ServerConfigurationKey.here,
            AccountStoreKey.here
        ) { gateway, server, accounts in
            SignInServices(
                provider: try server.provider.requiredSignIn,
                passwords: server.provider.credentialForm == .password ? server.provider : nil,
                gateway: gateway, endpoint: server.endpoint, accounts: accounts)
        }
        plan.bind(
            SignOutKey.self, GatewayKey.here, ServerConfigurationKey.here, AccountStoreKey.here
        ) { gateway, server, accounts in
            SignOut(
                provider: try server.provider.requiredSignIn, gateway: gateway,
                endpoint: server.endpoint, accounts: accounts)
        }
    }
}
