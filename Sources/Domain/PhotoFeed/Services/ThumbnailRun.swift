import Scheduling
import Signals

/// The part of a run that fetches thumbnails: newest first, with several batches in flight.
@Schedulable
final class ThumbnailRun {
    private let fetcher: any ThumbnailFetcher
    private let library: any FeedLibrary
    private let size: ThumbnailSize
    private let withMediaInfo: Bool
    private let batchLimit: Int
    private let observer: Observer<[ThumbnailResult], FeedError>
    private let scheduler: any Scheduler
    private var batches: [Int: Batch] = [:]
    private var window = BatchWindow()
    private var lastBatch = 0
    private var position: FeedPosition?
    private var isAtEnd = false
    private var isFilling = false

    private struct Batch {
        let subscription: Disposable
        let start: SchedulerInstant
        /// The number of nodes that the server has not answered yet.
        var missing: Int
    }

    private init(
        fetcher: any ThumbnailFetcher, library: any FeedLibrary, size: ThumbnailSize,
        withMediaInfo: Bool, observer: Observer<[ThumbnailResult], FeedError>
    ) {
        self.fetcher = fetcher
        self.library = library
        self.size = size
        self.withMediaInfo = withMediaInfo
        batchLimit = fetcher.batchLimit(for: size)
        self.observer = observer
        guard let scheduler = Schedulers.current else {
            preconditionFailure("a thumbnail run must be created on a scheduler")
        }
        self.scheduler = scheduler
    }

    /// Fetches the thumbnails that `library` requires, and sends the outcomes that it has stored.
    static func outcomes(
        from fetcher: any ThumbnailFetcher, into library: any FeedLibrary, size: ThumbnailSize,
        withMediaInfo: Bool
    ) -> Signal<[ThumbnailResult], FeedError> {
        Signal { observer in
            let run = ThumbnailRun(
                fetcher: fetcher, library: library, size: size, withMediaInfo: withMediaInfo,
                observer: observer)
            observer.onDispose { run.cancel() }
            run.fill()
        }
    }

    private func cancel() {
        let running = batches.values
        batches = [:]
        running.forEach { $0.subscription.dispose() }
    }

    /// Starts batches until enough are in flight.
    ///
    /// Batches that end at once are replaced by the loop, not by a nested call.
    private func fill() {
        guard !isFilling else { return }
        isFilling = true
        defer { isFilling = false }
        while !observer.isDisposed, !isAtEnd,
            batches.values.count(where: { $0.missing > 0 }) < window.size
        {
            do throws(FeedError) {
                let nodes = try library.pendingThumbnails(
                    after: position, limit: batchLimit, withMediaInfo: withMediaInfo)
                position = nodes.last?.position ?? position
                isAtEnd = nodes.count < batchLimit
                if !nodes.isEmpty { fetch(nodes) }
            } catch {
                return observer.fail(error)
            }
        }
        if isAtEnd, batches.isEmpty { observer.complete() }
    }

    private func fetch(_ nodes: [PendingThumbnail]) {
        lastBatch += 1
        let batch = lastBatch
        let subscription = Disposable()
        batches[batch] = Batch(
            subscription: subscription, start: scheduler.now, missing: nodes.count)
        let outcomes = fetcher.fetch(nodes, size: size, withMediaInfo: withMediaInfo)
        subscription.add(
            outcomes.observe(
                { [weak self] outcomes in self?.take(outcomes, of: batch) },
                ended: { [weak self] completion in
                    guard let self else { return }
                    batches[batch] = nil
                    switch completion {
                    case .completed: fill()
                    case .failed(let error): observer.fail(error)
                    }
                }))
    }

    /// Stores outcomes.
    ///
    /// When a batch is complete, the next batch is started first, so that the server does not wait
    /// for the local disk.
    private func take(_ outcomes: [ThumbnailResult], of batch: Int) {
        batches[batch]?.missing -= outcomes.count
        if let batch = batches[batch], batch.missing == 0 {
            window.recordDuration(batch.start.duration(to: scheduler.now))
            fill()
        }
        guard !observer.isDisposed else { return }
        do throws(FeedError) {
            try library.store(outcomes, size: size)
            observer.send(outcomes)
        } catch {
            observer.fail(error)
        }
    }
}
