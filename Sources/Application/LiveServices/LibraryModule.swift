package import Composition
import Events
import Foundation
import PhotoFeed
import PhotoLibrary
import ProgramServices
import Scheduling

/// The module of the libraries, which are SQLite databases.
package struct LibraryModule: Module {
    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.bind(
            LibraryReaderKey.self, AccountSettingsKey.here, EventHubKey.here, ScopeNeed(),
            HomeNeed()
        ) { settings, events, scope, home in
            let reader = try SQLiteFeedReader(path: Self.folder(settings, scope).path)
            Self.releaseMemory(of: reader, on: events, in: home)
            return reader
        }
        plan.bind(
            LibraryWriterKey.self, AccountSettingsKey.here, EventHubKey.here, ScopeNeed(),
            HomeNeed()
        ) { settings, events, scope, home in
            let writer = try SQLiteFeedWriter(path: Self.folder(settings, scope).path)
            Self.releaseMemory(of: writer, on: events, in: home)
            return writer
        }
        plan.bind(LibraryOpenerKey.self, EventHubKey.here) { events in
            LibraryOpener { (folder, home) throws(FeedError) in
                let reader = try SQLiteFeedReader(path: folder.path)
                Self.releaseMemory(of: reader, on: events, in: home)
                return reader
            }
        }
    }

    /// Releases the cache of a library whenever memory runs short.
    private static func releaseMemory(
        of library: SQLiteFeedReader, on events: EventHub, in home: SchedulerIsolation
    ) {
        events.receive(MemoryPressureChanged.self, by: library, in: home) { library, _ in
            library.releaseMemory()
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
