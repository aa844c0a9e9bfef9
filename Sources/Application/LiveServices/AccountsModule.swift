import Accounts
package import Composition
import ServiceKeys

/// The module of the accounts: those that are signed in, and the settings and the server of each
/// that is open.
package struct AccountsModule: Module {
    private let store: AccountStore

    /// Creates the module.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder with the accounts, which may not exist.
    ///   - credentialsDirectory: the value of `$CREDENTIALS_DIRECTORY`, which is read first.
    package init(in folder: String, credentialsDirectory: String? = nil) {
        store = AccountStore(
            in: AccountFolders(path: folder), credentialsDirectory: credentialsDirectory)
    }

    package func load(_ plan: ServicePlan) {
        let store = store
        plan.bind(AccountStoreKey.self) { store }
        plan.bind(OpenAccountsKey.self, ScopeNeed()) { OpenAccounts(in: $0) }
        plan.bind(AccountSettingsKey.self, OpenAccountsKey.here, ScopeNeed()) { accounts, scope in
            try accounts.settings(of: scope.name)
        }
        plan.bind(ServerConfigurationKey.self, AccountSettingsKey.here, ScopeNeed()) {
            settings, scope in
            guard let server = settings.server else {
                throw AccountScopeError(.withoutServer, account: scope.name)
            }
            return server
        }
    }
}
