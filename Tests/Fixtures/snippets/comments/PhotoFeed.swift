import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

final class Presenter {
    func show(_ event: SyncEvent) {}
}

func ExampleNodeFetcher(host: any APIHost) -> any NodeFetcher { fatalError("not called") }

func ExampleThumbnailFetcher(host: any APIHost) -> any ThumbnailFetcher {
    fatalError("not called")
}

// snippet FeedProvider

func synchronizing(
    gateway: SchedulerBound<any RequestGateway>, credential: FeedCredential,
    library: SchedulerBound<any FeedWriter>, on business: WorkScheduler,
    presenter: SchedulerBound<Presenter>
) {
    // snippet MirroringSynchronizer
}

func showing(library: any FeedReader) throws {
    // snippet SyncRecord
}

func merge(_ home: any FeedReader, _ work: any FeedReader, show: ([MergedItem]) -> Void) {
    // snippet MergedFeed
}

func limiting() {
    // snippet RemovalLimit
}

func pairing(_ nodes: [MediaNode]) {
    func show(_ node: MediaNode, movie: NodeID?) {}
    // snippet LivePairs
}

func finding() -> ServerFinding {
    // snippet ServerFinding
}

func watching() {
    // snippet FeedWatch
}
