import Accounts
package import Composition
import Persistence
import ProgramServices
import Scheduling

/// The module of the accounts: those that are signed in, their last syncs, and the settings and the
/// server of each that is open.
package struct AccountsModule: Module {
    private let store: AccountStore
    private let guestDatabase: String?
    private let report: @Sendable (any Error) -> Void

    /// Creates the module.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder with the accounts, which may not exist.
    ///   - credentialsDirectory: the value of `$CREDENTIALS_DIRECTORY`, which is read first.
    ///   - guestDatabase: the path of the guest database, which is opened when it is needed; `nil`
    ///     for one in memory.
    ///   - report: receives the error of a sync or a sign-in that the guest database does not
    ///     store.
    package init(
        in folder: String, credentialsDirectory: String? = nil, guestDatabase: String? = nil,
        reporting report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        store = AccountStore(
            in: AccountFolders(path: folder), credentialsDirectory: credentialsDirectory)
        self.guestDatabase = guestDatabase
        self.report = report
    }

    package func load(_ plan: ServicePlan) {
        let (store, guestDatabase, report) = (store, guestDatabase, report)
        plan.bind(AccountStoreKey.self) { store }
        plan.bind(OpenAccountsKey.self, ScopeNeed()) { OpenAccounts(in: $0) }
        plan.bind(
            HistoryKeeperKey.self, when: .start, EventHubKey.here, AccountHistoryKey.here,
            HomeNeed()
        ) { events, history, home in
            HistoryKeeper(events, store.folders, history, home: home, reporting: report)
        }
        plan.bind(GuestDatabaseKey.self, ScopeNeed()) { scope in
            GuestDatabase(guestDatabase, on: scope.handle(HistoryKeeperKey.self).scheduler)
        }
        plan.bind(AccountHistoryKey.self, GuestDatabaseKey.here) { guest in
            AccountHistory(try guest.database())
        }
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

/// The service that stores the events of the accounts.
enum HistoryKeeperKey: ServiceKey {
    typealias Service = HistoryKeeper
    static let role = SchedulerRole.business
}
