import DurableFiles
import PhotoFeed
import Scheduling
import Signals

/// Performs a verification: reads one file after another, while the hashers work on the blocks that
/// were read before.
@Schedulable
final class VerifyRunner {
    private static let progressInterval = Duration.milliseconds(100)
    /// The number of verified files whose times are stored in one transaction.
    private static let storeInterval = 256
    /// The number of files that may be open.
    private static let turnLimit = 16

    /// A file whose turn has come: it is being read, or has its result.
    private struct Turn {
        let row: OriginalRow
        let content: ExaminedPath

        /// The result, as soon as all blocks of the file have their digests.
        var comparison: OriginalComparison? {
            switch content {
            case .missing: OriginalComparison(.missing, row)
            case .notAFile: OriginalComparison(.unknown, row)
            case .unreadable(let failure, let status): OriginalComparison(failure, status, row)
            case .file(let file):
                file.isAtEnd && file.pendingBlocks == 0
                    ? OriginalComparison(of: file, with: row) : nil
            }
        }

        /// The file, if not all of it was read.
        var unread: OriginalExamination? {
            if case .file(let file) = content, !file.isAtEnd { file } else { nil }
        }
    }

    private let options: VerifyOptions
    /// The library; `nil` unless it mirrors the server.
    private let reader: (any FeedReader)?
    private let fetcher: (any OriginalFetcher)?
    private let store: OriginalsStore
    private let folder: OriginalsFolder
    private let hashers: ServicePool<BlockHasher>
    /// The number of blocks that may be in memory.
    private let blockLimit: Int
    private let observer: Observer<VerifyEvent, FeedError>
    private let home: SchedulerIsolation
    private let now: () -> FeedTime
    private let rows: [OriginalRow]
    /// The time at which the run began, in seconds since 1970.
    private let start: Int64
    private var next = 0
    /// The files that were opened, in the order of the rows; only the last one is read.
    private var turns: [Turn] = []
    /// The number of blocks without a digest.
    private var pendingBlocks = 0
    /// Whether nothing can be done before a block has its digest.
    private var isWaiting = false
    /// The files that are not good, if live photos are named.
    private var found: [NodeID: OriginalVerdict] = [:]
    private var livePhotos: VerifiedLivePhotos?
    /// The bytes that were read since the last pause of a limited rate.
    private var unpaidBytes: Int64 = 0
    private var verified: [OriginalRow] = []
    private var faults = FileFaults()
    private var progress = VerifyProgress()
    private var lastProgress: SchedulerInstant?
    private var subscription = Disposable()

    init(
        _ options: VerifyOptions, reader: (any FeedReader)?, fetcher: (any OriginalFetcher)?,
        store: OriginalsStore, folder: OriginalsFolder, hashers: ServicePool<BlockHasher>,
        home: SchedulerIsolation, observer: Observer<VerifyEvent, FeedError>,
        now: @escaping () -> FeedTime
    ) throws(FeedError) {
        self.options = options
        self.fetcher = fetcher
        self.store = store
        self.folder = folder
        self.hashers = hashers
        blockLimit = hashers.count + 1
        self.observer = observer
        self.now = now
        start = now().secondsSinceEpoch
        // A library that cannot be read does not prevent the comparison of the files.
        self.reader =
            if case .following? = try? reader?.state() { reader } else { nil }
        self.home = home
        let done = try store.rows().filter { $0.state == .done }
            .sorted { ($0.verified, $0.path) < ($1.verified, $1.path) }
        let share = (Double(done.count) * options.sample / 100).rounded(.up)
        rows = Array(done.prefix(Int(share)))
        progress.known = done.count
        progress.wanted = rows.count
    }

    func begin() {
        observer.send(.progress(progress))
        proceed()
    }

    func cancel() {
        subscription.dispose()
        try? store.store(verified)
        verified = []
    }

    /// Handles the next file, or the next part of one, in an item of its own, so that other work is
    /// not held up.
    private func proceed() {
        guard !observer.isDisposed else { return }
        subscription = Disposable()
        subscription.add(
            Signal<Void, Never>.timer(after: pause(), in: home).observe { [weak self] in
                self?.step()
            })
    }

    /// The time that the bytes of the last parts take at the limited rate.
    private func pause() -> Duration {
        guard let rate = options.bytesPerSecond else { return .zero }
        let pause = Duration.seconds(Double(unpaidBytes) / Double(rate))
        // The pauses for small files are added up, because a timer has a cost.
        guard pause >= .milliseconds(10) else { return .zero }
        unpaidBytes = 0
        return pause
    }

    private func step() {
        do throws(FeedError) {
            if let turn = turns.first, let comparison = turn.comparison {
                turns.removeFirst()
                return try conclude(turn.row, comparison)
            }
            if let file = turns.last?.unread {
                guard pendingBlocks < blockLimit else { return isWaiting = true }
                read(file)
            } else if next < rows.count, turns.count < Self.turnLimit {
                turns.append(Turn(row: rows[next], content: try folder.examine(rows[next].path)))
                next += 1
            } else {
                guard turns.isEmpty else { return isWaiting = true }
                return try end()
            }
            proceed()
        } catch {
            observer.fail(error)
        }
    }

    /// Reads a block, whose digest is then computed on another scheduler.
    private func read(_ file: OriginalExamination) {
        let start = file.byteCount
        let block = file.readBlock()
        unpaidBytes += file.byteCount - start
        guard let block else { return }
        pendingBlocks += 1
        _ = Signal<[UInt8], any Error>
            .task(in: home) { [hashers] in try await hashers.run { $0.digest(of: block) } }
            .observe(
                { [weak self] digest in
                    file.setDigest(digest, of: block.number)
                    self?.pendingBlocks -= 1
                },
                ended: { [weak self] completion in self?.hashed(completion) })
    }

    private func hashed(_ completion: Completion<any Error>) {
        if case .failed(let error) = completion {
            return observer.fail(
                FeedError(
                    .serviceUnavailable, "a file could not be compared: \(error)", cause: error))
        }
        guard isWaiting else { return }
        isWaiting = false
        proceed()
    }

    private func end() throws(FeedError) {
        if livePhotos == nil {
            try store.store(verified, isDurable: true)
            verified = []
        }
        if options.namesLivePhotos, !found.isEmpty, let reader {
            if livePhotos == nil {
                livePhotos = try VerifiedLivePhotos(
                    of: found, reader: reader, store,
                    since: progress.known > rows.count ? start : nil)
            }
            if let events = try livePhotos?.next() {
                progress.livePhotos += events.count
                for event in events { observer.send(event) }
                return proceed()
            }
        }
        observer.send(.finished(progress))
        observer.end(.completed)
    }

    /// Records the result of a comparison, and repairs the file if that is wanted and possible.
    private func conclude(_ former: OriginalRow, _ compared: OriginalComparison) throws(FeedError) {
        var (verdict, bad) = (compared.verdict, compared.bad)
        if verdict == .good || verdict == .missing, isGone(former) { (verdict, bad) = (.gone, []) }
        var row = former
        row.verified = now().secondsSinceEpoch
        row.failure = verdict == .good || verdict == .gone ? nil : verdict.rawValue
        try note(row)
        progress.checked += 1
        progress.bytes = progress.bytes.addingSaturated(max(0, row.size))
        progress.count(verdict)
        report()
        if verdict == .good { return proceed() }
        if options.namesLivePhotos { found[NodeID(rawValue: row.id)] = verdict }
        if let failure = compared.failure {
            observer.send(.unreadable(path: row.path, blocks: bad, reason: failure.reason))
        } else {
            observer.send(.found(path: row.path, verdict, blocks: bad))
        }
        guard let fetcher, options.repairs, verdict != .unknown, verdict != .gone else {
            return proceed()
        }
        if let reason = compared.obstacle(discardingEdits: options.discardsEdits) {
            // An edited file is as its user wants it.
            if verdict != .edited { leave(row, reason) }
            return proceed()
        }
        repair(row, bad, fetcher)
    }

    private func leave(_ row: OriginalRow, _ reason: String) {
        progress.unrepaired += 1
        observer.send(.unrepaired(path: row.path, reason: reason))
    }

    /// Whether the server no longer has the photo of a row.
    private func isGone(_ row: OriginalRow) -> Bool {
        guard let reader else { return false }
        do { return try reader.item(NodeID(rawValue: row.id)) == nil } catch { return false }
    }

    /// Records the time of a verification, whatever its result is: each file has its turn.
    private func note(_ row: OriginalRow) throws(FeedError) {
        verified.append(row)
        guard verified.count >= Self.storeInterval else { return }
        try store.store(verified)
        verified = []
    }

    private func repair(_ row: OriginalRow, _ bad: [Int], _ fetcher: any OriginalFetcher) {
        subscription = Disposable()
        subscription.add(
            OriginalRepair.run(row, bad, fetcher, in: folder).observe(
                { [weak self] outcome in
                    switch outcome {
                    case .repaired(let row, let blocks): self?.repaired(row, blocks: blocks)
                    case .left(let reason): self?.leave(row, reason)
                    }
                },
                ended: { [weak self] completion in
                    guard let self else { return }
                    if case .failed(let error) = completion {
                        guard faults.areOfOneFile(with: error) else { return observer.fail(error) }
                        leave(row, error.message)
                    }
                    proceed()
                }))
    }

    private func repaired(_ row: OriginalRow, blocks: Int) {
        do throws(FeedError) {
            verified.removeAll { $0.id.utf8.elementsEqual(row.id.utf8) }
            try store.store([row], isDurable: true)
            progress.repaired += 1
            progress.downloadedBlocks += blocks
            faults.noteSuccess()
            observer.send(.repaired(path: row.path, blocks: blocks))
        } catch {
            observer.fail(error)
        }
    }

    private func report() {
        let now = home.scheduler.now
        if let lastProgress, lastProgress.duration(to: now) < Self.progressInterval { return }
        lastProgress = now
        observer.send(.progress(progress))
    }
}
