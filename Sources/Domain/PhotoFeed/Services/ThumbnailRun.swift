import Signals

/// The part of a run that fetches thumbnails: newest first, several batches in flight.
final class ThumbnailRun {
    /// Enough to keep a distant server busy; each holds one answer in memory.
    private static let batchesInFlight = 12

    private let fetcher: any ThumbnailFetcher
    private let library: any FeedLibrary
    private let options: SyncOptions
    private var taken: (([ThumbnailOutcome]) -> Void)?
    private var ended: ((Completion<FeedError>) -> Void)?
    private var batches: [Int: Batch] = [:]
    private var lastBatch = 0
    private var position: FeedPosition?
    private var isAtEnd = false
    private var isFilling = false

    private struct Batch {
        let subscription: Disposable
        /// How many of its nodes the server has not answered for.
        var missing: Int
    }

    init(fetcher: any ThumbnailFetcher, library: any FeedLibrary, options: SyncOptions) {
        self.fetcher = fetcher
        self.library = library
        self.options = options
    }

    /// Why the fetcher's requests are waiting.
    var waits: Signal<FeedWait?, Never> { fetcher.waits }

    /// Fetches all that is wanted.
    ///
    /// - Parameters:
    ///   - taken: Gets outcomes that the library has stored.
    ///   - ended: Gets the end; not called after `cancel`.
    func start(
        _ taken: @escaping ([ThumbnailOutcome]) -> Void,
        ended: @escaping (Completion<FeedError>) -> Void
    ) {
        self.taken = taken
        self.ended = ended
        fill()
    }

    func cancel() {
        taken = nil
        ended = nil
        let running = batches.values
        batches = [:]
        running.forEach { $0.subscription.dispose() }
    }

    /// Starts batches until enough are in flight; batches that end at once are refilled by the loop
    /// and not by a call from within it.
    private func fill() {
        guard !isFilling else { return }
        isFilling = true
        defer { isFilling = false }
        while let size = options.thumbnails, ended != nil, !isAtEnd,
            batches.values.count(where: { $0.missing > 0 }) < Self.batchesInFlight
        {
            do throws(FeedError) {
                let nodes = try library.wantedThumbnails(
                    after: position, limit: fetcher.batchLimit)
                position = nodes.last?.position ?? position
                isAtEnd = nodes.count < fetcher.batchLimit
                if !nodes.isEmpty { fetch(nodes, size: size) }
            } catch {
                return end(.failed(error))
            }
        }
        if isAtEnd, batches.isEmpty { end(.completed) }
    }

    private func fetch(_ nodes: [WantedThumbnail], size: ThumbnailSize) {
        lastBatch += 1
        let batch = lastBatch
        let subscription = Disposable()
        batches[batch] = Batch(subscription: subscription, missing: nodes.count)
        let outcomes = fetcher.fetch(nodes, size: size, withMediaInfo: options.mediaInfo)
        subscription.add(
            outcomes.observe(
                { [weak self] outcomes in self?.take(outcomes, of: batch) },
                ended: { [weak self] completion in
                    guard let self else { return }
                    batches[batch] = nil
                    if case .failed = completion { end(completion) } else { fill() }
                }))
    }

    /// Stores outcomes; a batch that is complete gives way to the next one first, so that the server
    /// does not wait for our disk.
    private func take(_ outcomes: [ThumbnailOutcome], of batch: Int) {
        batches[batch]?.missing -= outcomes.count
        if batches[batch]?.missing == 0 { fill() }
        guard ended != nil else { return }
        do throws(FeedError) {
            try library.store(outcomes)
            taken?(outcomes)
        } catch {
            end(.failed(error))
        }
    }

    private func end(_ completion: Completion<FeedError>) {
        let ended = ended
        cancel()
        ended?(completion)
    }
}
