package import Composition
import Scheduling

/// The accounts that the program uses at the moment, each with its settings and its scope.
///
/// A command opens an account by its settings. Routes and services then find it by its name, which
/// is the name of its scope, too. The bytes of names are compared: two folders of libraries without
/// an account can have names that look the same.
package final class OpenAccounts: Sendable {
    private struct Account {
        let settings: AccountSettings
        let scope: Scope

        func isNamed(_ name: String) -> Bool { scope.name.utf8.elementsEqual(name.utf8) }
    }

    private let program: Scope
    /// The accounts in the order in which they were opened.
    private let accounts = Guarded<[Account]>([])

    package init(in program: Scope) { self.program = program }

    /// Opens an account, whose services are made at their first use.
    ///
    /// The scope ends with that of the program. An account that is open under this name is replaced
    /// in the table.
    ///
    /// - Returns: the scope of the account.
    @discardableResult
    package func open(_ name: String, _ settings: AccountSettings) -> Scope {
        let scope = program.open(.account, named: name)
        let account = Account(settings: settings, scope: scope)
        accounts.withLock { accounts in
            let former = accounts.firstIndex { $0.isNamed(name) }
            if let former { accounts[former] = account } else { accounts.append(account) }
        }
        return scope
    }

    /// Returns the scope of an account; that of the only open one for `nil`.
    ///
    /// - Throws: `AccountScopeError` if the account is not open, or if `nil` could mean several.
    package func scope(of name: String?) throws(AccountScopeError) -> Scope {
        if let name { return try account(name).scope }
        let open = accounts.withLock { $0 }
        guard open.count == 1, let account = open.first else {
            throw AccountScopeError(
                .unnamed, account: open.map(\.scope.name).sorted().joined(separator: "', '"))
        }
        return account.scope
    }

    /// Returns the scope of an account; for `nil` those of all open ones, in the order in which
    /// they were opened.
    ///
    /// - Throws: `AccountScopeError` if the account is not open, or if none is.
    package func scopes(of name: String?) throws(AccountScopeError) -> [Scope] {
        if let name { return [try account(name).scope] }
        let open = accounts.withLock { $0.map(\.scope) }
        guard !open.isEmpty else { throw AccountScopeError(.unnamed, account: "") }
        return open
    }

    /// Returns the settings of an account.
    ///
    /// - Throws: `AccountScopeError` if the account is not open.
    package func settings(of name: String) throws(AccountScopeError) -> AccountSettings {
        try account(name).settings
    }

    private func account(_ name: String) throws(AccountScopeError) -> Account {
        guard let account = accounts.withLock({ $0.first { $0.isNamed(name) } }) else {
            throw AccountScopeError(.notOpen, account: name)
        }
        return account
    }
}
