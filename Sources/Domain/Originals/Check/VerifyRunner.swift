import DurableFiles
import PhotoFeed
import Scheduling
import Signals

/// Performs a verification, one file after another.
@Schedulable
final class VerifyRunner {
    private static let progressInterval = Duration.milliseconds(100)
    /// The number of verified files whose times are stored in one transaction.
    private static let storeInterval = 256

    private let options: VerifyOptions
    /// The library; `nil` unless it mirrors the server.
    private let reader: (any FeedReader)?
    private let fetcher: (any OriginalFetcher)?
    private let store: OriginalsStore
    private let folder: OriginalsFolder
    private let observer: Observer<VerifyEvent, FeedError>
    private let scheduler: any Scheduler
    private let now: () -> FeedTime
    private let rows: [OriginalRow]
    private var next = 0
    private var verified: [OriginalRow] = []
    private var progress = VerifyProgress()
    private var lastProgress: SchedulerInstant?
    private var subscription = Disposable()

    init(
        _ options: VerifyOptions, reader: (any FeedReader)?, fetcher: (any OriginalFetcher)?,
        store: OriginalsStore, folder: OriginalsFolder, observer: Observer<VerifyEvent, FeedError>,
        now: @escaping () -> FeedTime
    ) throws(FeedError) {
        self.options = options
        self.fetcher = fetcher
        self.store = store
        self.folder = folder
        self.observer = observer
        self.now = now
        // A library that cannot be read does not prevent the comparison of the files.
        self.reader =
            if case .following? = try? reader?.state() { reader } else { nil }
        guard let scheduler = Schedulers.current else {
            preconditionFailure("a verification must be created on a scheduler")
        }
        self.scheduler = scheduler
        let done = try store.rows().filter { $0.state == .done }
            .sorted { ($0.verified, $0.id) < ($1.verified, $1.id) }
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

    /// Handles the next file in an item of its own, so that other work is not held up.
    private func proceed() {
        guard !observer.isDisposed else { return }
        subscription = Disposable()
        subscription.add(
            Signal<Void, Never>.timer(after: .zero).observe { [weak self] in self?.step() })
    }

    private func step() {
        do throws(FeedError) {
            guard next < rows.count else { return try end() }
            let row = rows[next]
            next += 1
            try check(row)
        } catch {
            observer.fail(error)
        }
    }

    private func end() throws(FeedError) {
        try store.store(verified, isDurable: true)
        verified = []
        observer.send(.finished(progress))
        observer.end(.completed)
    }

    private func check(_ former: OriginalRow) throws(FeedError) {
        var (verdict, bad) = try compare(former)
        if verdict == .good || verdict == .missing, isGone(former) { (verdict, bad) = (.gone, []) }
        var row = former
        row.verified = now().secondsSinceEpoch
        let isBad = verdict == .damaged || verdict == .missing || verdict == .unknown
        row.failure = isBad ? verdict.rawValue : nil
        try note(row)
        progress.checked += 1
        progress.bytes += row.size
        progress.count(verdict)
        report()
        if verdict == .good { return proceed() }
        observer.send(.found(path: row.path, verdict, blocks: bad))
        let isRepairable =
            verdict == .damaged || verdict == .missing
            || verdict == .edited && options.discardsEdits
        guard let fetcher, options.repairs, isRepairable else { return proceed() }
        repair(row, bad, fetcher)
    }

    /// Whether the server no longer has the photo of a row.
    private func isGone(_ row: OriginalRow) -> Bool {
        guard let reader else { return false }
        do { return try reader.item(NodeID(rawValue: row.id)) == nil } catch { return false }
    }

    /// Compares a file with its row; returns the numbers of the blocks that differ, too.
    private func compare(_ row: OriginalRow) throws(FeedError) -> (OriginalVerdict, [Int]) {
        let expected = row.blocks ?? []
        let all = Array(0..<expected.count / 32)
        guard let status = try folder.status(of: row.path) else { return (.missing, all) }
        guard status.kind == .regular,
            let found = try folder.hash(of: row.path, expecting: nil)?.blocks
        else {
            return (.unknown, all)
        }
        if found == expected { return (.good, []) }
        let bad = all.filter { number in
            found.count < (number + 1) * 32
                || found[number * 32..<(number + 1) * 32]
                    != expected[number * 32..<(number + 1) * 32]
        }
        let isUntouched = status.size == row.size && status.modifiedNanoseconds == row.modified
        return (isUntouched ? .damaged : .edited, bad)
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
                { [weak self] repaired in self?.repaired(repaired, blocks: bad.count) },
                ended: { [weak self] completion in
                    guard let self else { return }
                    if case .failed(let error) = completion {
                        guard error.concernsOneRepair else { return observer.fail(error) }
                        progress.unrepaired += 1
                        observer.send(.unrepaired(path: row.path, reason: error.message))
                    }
                    proceed()
                }))
    }

    private func repaired(_ row: OriginalRow, blocks: Int) {
        do throws(FeedError) {
            verified.removeAll { $0.id == row.id }
            try store.store([row], isDurable: true)
            progress.repaired += 1
            progress.downloadedBlocks += blocks
            observer.send(.repaired(path: row.path, blocks: blocks))
        } catch {
            observer.fail(error)
        }
    }

    private func report() {
        let now = scheduler.now
        if let lastProgress, lastProgress.duration(to: now) < Self.progressInterval { return }
        lastProgress = now
        observer.send(.progress(progress))
    }
}

extension FeedError {
    /// Whether other files may still be repaired.
    fileprivate var concernsOneRepair: Bool {
        isOfOneFile || isOfContent || code == .malformedAnswer
    }
}
