package import CommandLineProgram
package import Composition
import PhotoFeed
import ProgramServices

/// The feature of the feed: fetches the photos of an account, and shows them.
package struct FeedModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [
        SyncCommand.self, PlanCommand.self, FeedCommand.self, GalleryCommand.self,
    ]

    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.bind(
            SynchronizerKey.self, LibraryWriterKey.here, ConnectionKey.here,
            ServerConfigurationKey.here
        ) { library, connection, server in
            try MirroringSynchronizer(
                library: library, provider: server.provider, connection: connection)
        }
    }
}
