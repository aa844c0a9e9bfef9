import Scheduling
import Signals

/// Performs the actions of a `ThumbnailRun` with a fetcher and a library.
@Schedulable
final class ThumbnailRunner {
    private let fetcher: any ThumbnailFetcher
    private let library: any FeedWriter
    private let size: ThumbnailSize
    private let withMediaInfo: Bool
    private let observer: Observer<[ThumbnailResult], FeedError>
    private let scheduler: any Scheduler
    private var run: ThumbnailRun
    private var subscriptions: [Int: Disposable] = [:]
    /// The inputs that arrived while actions were performed.
    private var inputs: [(inout ThumbnailRun) -> [ThumbnailRun.Action]] = []
    private var isPerforming = false

    private init(
        fetcher: any ThumbnailFetcher, library: any FeedWriter, size: ThumbnailSize,
        withMediaInfo: Bool, home: SchedulerIsolation,
        observer: Observer<[ThumbnailResult], FeedError>
    ) {
        self.fetcher = fetcher
        self.library = library
        self.size = size
        self.withMediaInfo = withMediaInfo
        self.observer = observer
        run = ThumbnailRun(batchLimit: fetcher.batchLimit(for: size))
        scheduler = home.scheduler
    }

    /// Fetches the thumbnails that `library` requires, and sends the outcomes that it has stored.
    static func outcomes(
        from fetcher: any ThumbnailFetcher, into library: any FeedWriter, size: ThumbnailSize,
        withMediaInfo: Bool, in home: SchedulerIsolation
    ) -> Signal<[ThumbnailResult], FeedError> {
        Signal { observer in
            let runner = ThumbnailRunner(
                fetcher: fetcher, library: library, size: size, withMediaInfo: withMediaInfo,
                home: home, observer: observer)
            observer.onDispose { runner.cancel() }
            runner.take { $0.next() }
        }
    }

    private func cancel() {
        let running = subscriptions.values
        subscriptions = [:]
        running.forEach { $0.dispose() }
    }

    /// Performs the actions of an input; one that arrives meanwhile waits for their end.
    ///
    /// A batch that ends at once therefore takes no more of the stack than another.
    private func take(_ input: @escaping (inout ThumbnailRun) -> [ThumbnailRun.Action]) {
        inputs.append(input)
        guard !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        while !inputs.isEmpty, !observer.isDisposed {
            let input = inputs.removeFirst()
            do throws(FeedError) { try perform(input(&run)) } catch { observer.fail(error) }
        }
    }

    private func perform(_ actions: [ThumbnailRun.Action]) throws(FeedError) {
        for action in actions where !observer.isDisposed {
            switch action {
            case .read(let position, let limit):
                let found = try library.pendingThumbnails(
                    after: position, limit: limit, withMediaInfo: withMediaInfo)
                try perform(run.found(found, at: scheduler.now))
            case .fetch(let thumbnails, let batch): fetch(thumbnails, batch)
            case .store(let results):
                try library.store(results, size: size)
                observer.send(results)
            case .end(let completion): observer.end(completion)
            }
        }
    }

    private func fetch(_ thumbnails: [PendingThumbnail], _ batch: Int) {
        let subscription = Disposable()
        subscriptions[batch] = subscription
        let results = fetcher.fetch(thumbnails, size: size, withMediaInfo: withMediaInfo)
        subscription.add(
            results.observe(
                { [weak self, scheduler] results in
                    let now = scheduler.now
                    self?.take { $0.received(results, of: batch, at: now) }
                },
                ended: { [weak self] completion in
                    self?.subscriptions[batch] = nil
                    self?.take { $0.ended(batch, completion) }
                }))
    }
}
