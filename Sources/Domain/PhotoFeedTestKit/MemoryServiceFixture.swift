package import HTTPGateway
package import PhotoFeed
package import Scheduling

/// A `MemoryService` for `FeedProviderConformance`.
package final class MemoryServiceFixture: FeedProviderFixture {  // not @Schedulable: no services
    private let service = MemoryService()

    package init() {}

    package var provider: FeedProvider { service.provider }
    package var tree: ScriptedTree { service.tree }
    package var credential: FeedCredential { service.credential }
    package var wrongCredential: FeedCredential { FeedCredential(user: "ada", password: "wrong") }

    package var faults: FixtureFaults? { nil }

    package func makeGateway(in home: SchedulerIsolation) -> any RequestGateway {
        NoGateway(home: home)
    }
}
