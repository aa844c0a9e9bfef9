import Scheduling
import Signals

/// The state of a run that fetches thumbnails: newest first, with several batches in flight.
///
/// A pure state machine: each input returns the actions to perform, in order. `ThumbnailRunner`
/// performs them.
struct ThumbnailRun {
    /// An action that the owner of the machine performs.
    enum Action: Equatable {
        /// Reads the next thumbnails to fetch from the library, which are the input of `found`.
        case read(after: FeedPosition?, limit: Int)
        /// Sends the request for a batch, whose events are inputs.
        case fetch([PendingThumbnail], batch: Int)
        /// Stores results, and sends them.
        case store([ThumbnailResult])
        /// Ends the run.
        case end(Completion<FeedError>)
    }

    private struct Batch {
        let start: SchedulerInstant
        /// The number of thumbnails that the server has not answered yet.
        var missing: Int
    }

    private let batchLimit: Int
    private var batches: [Int: Batch] = [:]
    private var window = BatchWindow()
    private var lastBatch = 0
    private var position: FeedPosition?
    private var isAtEnd = false

    /// Creates a run whose batches have at most `batchLimit` thumbnails.
    init(batchLimit: Int) { self.batchLimit = batchLimit }

    /// Returns the next read, or the end; nothing while enough batches are in flight.
    func next() -> [Action] {
        if isAtEnd { return batches.isEmpty ? [.end(.completed)] : [] }
        let inFlight = batches.values.count { $0.missing > 0 }
        return inFlight < window.size ? [.read(after: position, limit: batchLimit)] : []
    }

    /// Begins a batch of the thumbnails that were read.
    mutating func found(_ thumbnails: [PendingThumbnail], at now: SchedulerInstant) -> [Action] {
        position = thumbnails.last?.position ?? position
        isAtEnd = thumbnails.count < batchLimit
        guard !thumbnails.isEmpty else { return next() }
        lastBatch += 1
        batches[lastBatch] = Batch(start: now, missing: thumbnails.count)
        return [.fetch(thumbnails, batch: lastBatch)] + next()
    }

    /// Takes results of a batch.
    ///
    /// When a batch is complete, the next batch is started first, so that the server does not wait
    /// for the local disk.
    mutating func received(
        _ results: [ThumbnailResult], of batch: Int, at now: SchedulerInstant
    ) -> [Action] {
        batches[batch]?.missing -= results.count
        guard let batch = batches[batch], batch.missing == 0 else { return [.store(results)] }
        window.recordDuration(batch.start.duration(to: now))
        return next() + [.store(results)]
    }

    /// Takes the end of a batch; a failure ends the run.
    mutating func ended(_ batch: Int, _ completion: Completion<FeedError>) -> [Action] {
        batches[batch] = nil
        return completion == .completed ? next() : [.end(completion)]
    }
}
