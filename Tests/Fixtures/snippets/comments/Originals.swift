import Originals
import PhotoFeed
import Scheduling
import Signals

private func layout() throws {
    // snippet OriginalLayout
}

@MainActor
private func download(
    _ reader: any FeedReader, _ fetchers: FeedFetchers, _ choice: OriginalsChoice,
    home: SchedulerIsolation
) {
    // snippet OriginalsSynchronizer
}

@MainActor
private func verify(
    _ hashers: ServicePool<BlockHasher>, _ now: @escaping () -> FeedTime, home: SchedulerIsolation
) {
    // snippet OriginalsVerifier
}

@MainActor
private func read(_ node: MediaNode) throws {
    // snippet OriginalsReader
}

private func writeSidecar(
    _ item: FeedItem, _ layout: OriginalLayout
) throws {
    // snippet SidecarFolder
}

@MainActor
private func writeSidecars(_ synchronizer: OriginalsSynchronizer) throws {
    // snippet OriginalsSidecars
}

@MainActor
private func makeThumbnails(
    _ writer: any FeedWriter & OriginalFactsWriter, home: SchedulerIsolation
) {
    // snippet OriginalThumbnails
}
