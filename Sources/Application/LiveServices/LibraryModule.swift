package import Composition
import Foundation
import PhotoFeed
import PhotoLibrary
import ServiceKeys

/// The module of the libraries, which are SQLite databases.
package struct LibraryModule: Module {
    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.describe(tables: SQLiteFeedReader.tableNames)
        plan.bind(LibraryReaderKey.self, AccountSettingsKey.here, ScopeNeed()) { settings, scope in
            try SQLiteFeedReader(path: Self.folder(settings, scope).path)
        }
        plan.bind(LibraryWriterKey.self, AccountSettingsKey.here, ScopeNeed()) { settings, scope in
            try SQLiteFeedWriter(path: Self.folder(settings, scope).path)
        }
    }

    private static func folder(
        _ settings: AccountSettings, _ scope: Scope
    ) throws(AccountScopeError) -> URL {
        guard let folder = settings.library else {
            throw AccountScopeError(.withoutLibrary, account: scope.name)
        }
        return folder
    }
}
