import PhotoFeed
import Scheduling
import Signals

final class Presenter {
    func show(_ event: SyncEvent) {}
}

func synchronizing(
    nodes: SchedulerBound<any NodeFetcher>, thumbnails: SchedulerBound<any ThumbnailFetcher>,
    library: SchedulerBound<any FeedWriter>, on business: WorkScheduler,
    presenter: SchedulerBound<Presenter>
) {
    // snippet MirroringSynchronizer
}
