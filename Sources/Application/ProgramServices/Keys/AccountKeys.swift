package import Accounts
package import Composition

/// The accounts that are open.
package enum OpenAccountsKey: SharedServiceKey { package typealias Service = OpenAccounts }

/// The accounts that are signed in, with their credentials.
package enum AccountStoreKey: SharedServiceKey { package typealias Service = AccountStore }

/// The last syncs of the accounts, in the guest database.
package enum AccountHistoryKey: SharedServiceKey { package typealias Service = AccountHistory }

/// The settings of an account.
package enum AccountSettingsKey: SharedServiceKey {
    package typealias Service = AccountSettings
    package static let scope = ScopeLevel.account
}

/// The server of an account.
package enum ServerConfigurationKey: SharedServiceKey {
    package typealias Service = ServerConfiguration
    package static let scope = ScopeLevel.account
}

extension Scope {
    /// Returns the scope of an open account of this program; that of the only one for `nil`.
    ///
    /// - Throws: `AccountScopeError` if the account is not open.
    package func account(_ name: String?) throws -> Scope {
        try here(OpenAccountsKey.self).scope(of: name)
    }

    /// Returns the scope of an open account of this program; for `nil` those of all open ones.
    ///
    /// - Throws: `AccountScopeError` if the account is not open, or if none is.
    package func accounts(_ name: String?) throws -> [Scope] {
        try here(OpenAccountsKey.self).scopes(of: name)
    }
}
