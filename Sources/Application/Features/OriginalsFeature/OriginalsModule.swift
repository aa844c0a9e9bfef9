package import CommandLineProgram
package import CommandOptions
package import Composition
import Foundation
import Originals
package import PhotoFeed
import ProgramServices
import Scheduling

/// The feature of the originals: downloads the original files of an account, and verifies them.
package struct OriginalsModule: CommandModule, DiagnosticModule {
    package let commands: [any ProgramCommand.Type] = [VerifyCommand.self, TransfersCommand.self]

    package let checks: [any DiagnosticCheck] = [
        TransferCheck(), OriginalsCheck(), OriginalsChoiceCheck(),
    ]

    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.bind(
            OriginalsSynchronizerKey.self, LibraryWriterKey.here, ConnectionKey.here,
            ServerConfigurationKey.here, AccountSettingsKey.here, ScopeNeed(), HomeNeed()
        ) { library, connection, server, settings, scope, home in
            OriginalsSynchronizer(
                library: try Self.library(settings, scope), reader: library,
                fetcher: try server.provider.makeFetchers(connection).originals,
                account: scope.name.contains("/") ? "library" : scope.name,
                facts: library as? any OriginalFactsWriter, home: home)
        }
        plan.bind(
            OriginalThumbnailsKey.self, LibraryWriterKey.here, ConnectionKey.here,
            ServerConfigurationKey.here, AccountSettingsKey.here, ScopeNeed(), HomeNeed()
        ) { writer, connection, server, settings, scope, home in
            OriginalThumbnails(
                library: try Self.library(settings, scope), writer: writer,
                facts: writer as? any OriginalFactsWriter,
                server: try server.provider.makeFetchers(connection).originals, home: home)
        }
        plan.bind(
            OriginalsVerifierKey.self, LibraryReaderKey.here, AccountSettingsKey.here, ScopeNeed(),
            HomeNeed()
        ) { reader, settings, scope, home in
            OriginalsVerifier(
                library: try Self.library(settings, scope), reader: reader, fetcher: nil,
                hashers: Self.hashers(), home: home, now: Self.now)
        }
        plan.bind(
            OriginalsRepairerKey.self, LibraryReaderKey.here, ConnectionKey.here,
            ServerConfigurationKey.here, AccountSettingsKey.here, ScopeNeed(), HomeNeed()
        ) { reader, connection, server, settings, scope, home in
            OriginalsVerifier(
                library: try Self.library(settings, scope), reader: reader,
                fetcher: try server.provider.makeFetchers(connection).originals,
                hashers: Self.hashers(), home: home, now: Self.now)
        }
        plan.bind(
            OriginalsTransfersKey.self, LibraryReaderKey.here, AccountSettingsKey.here, ScopeNeed()
        ) { _, settings, scope in
            OriginalsTransfers(library: try Self.library(settings, scope))
        }
    }

    private static func library(
        _ settings: AccountSettings, _ scope: Scope
    ) throws(AccountScopeError) -> String {
        guard let library = settings.library else {
            throw AccountScopeError(.withoutLibrary, account: scope.name)
        }
        return library.path
    }

    /// Computes hashes on up to four processors.
    private static func hashers() -> ServicePool<BlockHasher> {
        let count = min(4, ProcessInfo.processInfo.activeProcessorCount)
        return ServicePool(count: count, name: "hash") { BlockHasher() }
    }

    private static func now() -> FeedTime { FeedTime(secondsSinceEpoch: Int64(time(nil))) }
}

extension OriginalsModule: OriginalsCounter {
    package func originals(
        ofLibrary path: String, _ library: any FeedReader
    ) throws(FeedError) -> OriginalsCounts? {
        try OriginalsReader(library: path).originalsCounts(in: library)
    }
}
