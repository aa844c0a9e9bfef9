import DurableFiles
import PhotoFeed
import Scheduling
import Signals

/// Performs the actions of an `OriginalsRun` with a fetcher, a store and a folder.
@Schedulable
final class OriginalsRunner {
    private static let progressInterval = Duration.milliseconds(100)
    private static let factsPart = 32
    /// The number of placed files whose names and rows are flushed together.
    private static let settledCount = 256
    /// The number of paths that are tried for a file.
    private static let pathCount = 8

    private let fetcher: any OriginalFetcher
    private let store: OriginalsStore
    private let folder: OriginalsFolder
    private let facts: FactsCollector?
    private let observer: Observer<OriginalsEvent, FeedError>
    private let home: SchedulerIsolation
    private var plan: OriginalsPlan
    private var items: [OriginalsPlan.Item]
    private var run: OriginalsRun
    private var progress: OriginalsProgress
    private var lastProgress: SchedulerInstant?
    private var subscriptions: [Int: Disposable] = [:]
    /// The bytes of the running downloads: those at the first event, and those counted since.
    private var received: [Int: (first: Int64, counted: Int64)] = [:]
    /// The placed items whose downloads still have their first names, too.
    private var unsettled: [Int] = []
    private var inputs: [(inout OriginalsRun) -> [OriginalsRun.Action]] = []
    private var isPerforming = false
    private var hasEnded = false
    /// The number of files of earlier runs whose facts were read.
    private var readCount = 0
    private var naming: PairNaming?
    private var timer = Disposable()
    private var pauses = Disposable()

    init(
        _ plan: OriginalsPlan, width: Int, fetcher: any OriginalFetcher, store: OriginalsStore,
        folder: OriginalsFolder, facts: FactsCollector?,
        home: SchedulerIsolation, observer: Observer<OriginalsEvent, FeedError>
    ) {
        self.plan = plan
        self.fetcher = fetcher
        self.store = store
        self.folder = folder
        self.facts = facts
        self.observer = observer
        items = plan.items
        progress = plan.progress
        run = OriginalsRun(
            count: plan.items.count, width: width,
            failedBefore: Set(plan.items.indices.filter { plan.items[$0].row.attempts > 0 }))
        self.home = home
    }

    func begin() {
        observer.send(.progress(progress))
        for (path, reason) in plan.failures {
            observer.send(.failed(path: path, reason: reason))
        }
        pauses.add(fetcher.pauses.observe { [weak self] pause in self?.note(pause) })
        readFacts()
    }

    /// Reports a pause of the requests, and its end.
    private func note(_ pause: FeedPause?) {
        guard !hasEnded, progress.pause != pause else { return }
        progress.pause = pause
        report(isForced: true)
    }

    /// Reads the facts of files of earlier runs, some at a time so that other work is not held up,
    /// and then begins the downloads.
    private func readFacts() {
        guard !observer.isDisposed, !hasEnded else { return }
        guard let facts, readCount < plan.unread.count else { return take { $0.begin() } }
        let part = plan.unread.dropFirst(readCount).prefix(Self.factsPart)
        readCount += part.count
        do throws(FeedError) {
            for row in part { try facts.read(row) }
        } catch {
            return end(.failed(error))
        }
        proceed { [weak self] in self?.readFacts() }
    }

    /// Calls `body` in an item of its own, so that other work is not held up.
    private func proceed(_ body: @escaping () -> Void) {
        timer = Disposable()
        timer.add(Signal<Void, Never>.timer(after: .zero, in: home).observe { body() })
    }

    /// Ends the downloads; their bytes are kept for the next run.
    func cancel() {
        let running = subscriptions
        subscriptions = [:]
        running.values.forEach { $0.dispose() }
        timer.dispose()
        pauses.dispose()
        guard !hasEnded else { return }
        hasEnded = true
        close(interrupting: running.keys.sorted())
    }

    /// Stores the rows of the running downloads as waiting.
    private func close(interrupting running: [Int]) {
        for item in running {
            items[item].row.state = items[item].row.state.after(.interrupt) ?? .waiting
        }
        // Facts that are lost are read by the next run.
        try? facts?.store()
        // A name that is lost is given again by the next run, which still has the download.
        try? settle()
        // The rows of a killed run have the state `running`; the next run treats both alike.
        try? store.store(running.map { items[$0].row }, isDurable: true)
    }

    private func take(_ input: @escaping (inout OriginalsRun) -> [OriginalsRun.Action]) {
        inputs.append(input)
        guard !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        while !inputs.isEmpty, !hasEnded, !observer.isDisposed {
            let input = inputs.removeFirst()
            for action in input(&run) where !hasEnded && !observer.isDisposed { perform(action) }
        }
    }

    private func perform(_ action: OriginalsRun.Action) {
        switch action {
        case .download(let item):
            do throws(FeedError) { try start(item) } catch { end(item, .failed(error)) }
        case .fail(let item, let reason):
            do throws(FeedError) { try fail(item, reason) } catch { end(.failed(error)) }
        case .end(let completion): end(completion)
        }
    }

    private func end(_ completion: Completion<FeedError>) {
        guard completion == .completed else { return finish(completion) }
        do throws(FeedError) {
            // A file that a run reports as done survives a power cut.
            try settle()
            try facts?.store()
            let placed = items.filter { $0.row.state == .done }.map(\.item.node.id)
            let read = plan.unread.map { NodeID(rawValue: $0.id) }
            naming = try PairNaming(of: placed, and: read, in: plan.reader)
        } catch {
            return finish(.failed(error))
        }
        namePairs()
    }

    /// Gives the files of live photos equal names, some at a time, and ends the run.
    private func namePairs() {
        guard !observer.isDisposed, !hasEnded else { return }
        do throws(FeedError) {
            guard let renamed = try naming?.next(in: &plan) else { return finish(.completed) }
            progress.moved += renamed
        } catch {
            return finish(.failed(error))
        }
        proceed { [weak self] in self?.namePairs() }
    }

    private func finish(_ completion: Completion<FeedError>) {
        hasEnded = true
        pauses.dispose()
        progress.pause = nil
        let running = subscriptions
        subscriptions = [:]
        running.values.forEach { $0.dispose() }
        close(interrupting: running.keys.sorted())
        if completion == .completed {
            folder.removeOldParts()
            if !progress.isPartial, progress.held == 0 { folder.removeAbandonedParts() }
            observer.send(.finished(progress))
        }
        observer.end(completion)
    }

    private func end(_ item: Int, _ outcome: OriginalsRun.Outcome) {
        take { $0.ended(item, outcome) }
    }

    private func fail(_ item: Int, _ reason: String) throws(FeedError) {
        items[item].row.state = items[item].row.state.after(.fail) ?? .failed
        // A damaged database may have any number.
        items[item].row.attempts = min(items[item].row.attempts, 1 << 20) + 1
        items[item].row.failure = reason
        try store.store([items[item].row])
        progress.failed += 1
        let attempts = items[item].row.attempts
        progress.leastAttempts = min(progress.leastAttempts ?? attempts, attempts)
        observer.send(.failed(path: items[item].row.display, reason: reason))
        report(isForced: true)
    }

    /// Begins the download of an item, unless its content is on the disk already.
    private func start(_ item: Int) throws(FeedError) {
        items[item].row.state = items[item].row.state.after(.start) ?? .running
        let version = items[item].row.version
        // The last run was killed after the download. It may have put the file in place, which
        // without a content hash proves its own by being the download.
        if let part = try folder.openPart(of: version),
            let hash = try folder.hash(of: part, expecting: version.contentHash), hash.isExpected
        {
            try place(item, part, hash.blocks, resumed: true)
            return end(item, .placed)
        }
        if try adopt(item) { return end(item, .placed) }
        try store.store([items[item].row])
        download(item, version)
    }

    /// Takes over a file with the content of the server, at the path of an item or at one of its
    /// variants.
    ///
    /// A file with other content stays, and the item gets another path.
    private func adopt(_ item: Int) throws(FeedError) -> Bool {
        if try adoptMirrored(item) { return true }
        for _ in 0..<Self.pathCount {
            guard try folder.status(of: items[item].row.path) != nil else { return false }
            if try takeOver(item) { return true }
            try reassign(item)
        }
        throw noPath(for: item)
    }

    /// Takes over a file that has the name of the server, of which the layout has made a plain one.
    private func adoptMirrored(_ item: Int) throws(FeedError) -> Bool {
        let row = items[item].row
        guard let path = plan.mirroredPath(of: items[item].item, besides: row.path) else {
            return false
        }
        items[item].row.path = path
        guard try takeOver(item) else {
            items[item].row.path = row.path
            return false
        }
        plan.names.take(path, insteadOf: row.path)
        return true
    }

    /// Takes over the file at the path of an item, if it has the content of the server.
    private func takeOver(_ item: Int) throws(FeedError) -> Bool {
        let row = items[item].row
        guard row.hash != nil, let status = try folder.status(of: row.path),
            status.kind == .regular, status.size == row.size,
            let hash = try folder.hash(of: row.path, expecting: row.hash), hash.isExpected
        else { return false }
        try finish(item, hash.blocks, status)
        try facts?.read(items[item].row)
        progress.adopted += 1
        report()
        return true
    }

    private func noPath(for item: Int) -> FeedError {
        FeedError(.storage, "the path \(items[item].row.path) and all of its variants are taken")
    }

    /// Takes another path for an item.
    ///
    /// The path is stored before the file has it, so that a killed run finds the file.
    private func reassign(_ item: Int) throws(FeedError) {
        plan.names.reassign(&items[item].row)
        try store.store([items[item].row])
    }

    private func download(_ item: Int, _ version: OriginalVersion) {
        let record = OriginalDigest.Record()
        let digest = OriginalDigest(expecting: version.contentHash, record: record)
        let subscription = Disposable()
        subscriptions[item] = subscription
        var outcome: OriginalsRun.Outcome?
        subscription.add(
            fetcher.download(version, to: folder.partPath(of: version), digest: digest).observe(
                { [weak self] event in
                    switch event {
                    case .progress(let bytes): self?.progressed(item, bytes)
                    case .finished(let file):
                        self?.completed(item, file.length - file.resumedFrom)
                        outcome = self?.arrived(
                            item, record.value, resumed: file.resumedFrom > 0)
                    }
                },
                ended: { [weak self] completion in
                    guard let self else { return }
                    subscriptions[item] = nil
                    received[item] = nil
                    end(
                        item,
                        Self.outcome(of: completion, in: folder) ?? outcome
                            ?? .refused("no file arrived"))
                }))
    }

    private func arrived(
        _ item: Int, _ blocks: [UInt8], resumed: Bool
    ) -> OriginalsRun.Outcome {
        do throws(FeedError) {
            let part = try folder.openArrivedPart(of: items[item].row.version)
            try place(item, part, blocks, resumed: resumed)
            return .placed
        } catch {
            return .failed(error)
        }
    }

    private static func outcome(
        of completion: Completion<FeedError>, in folder: OriginalsFolder
    ) -> OriginalsRun.Outcome? {
        guard case .failed(let error) = completion else { return nil }
        if let error = error.ofDisk { return .failed(FeedError(error, originalsAt: folder.path)) }
        if error.isOfContent { return .differed(error.message) }
        if error.isOfOneFile { return .refused(error.message) }
        return error.isOfOneAnswer ? .unusable(error) : .failed(error)
    }

    /// Gives a complete download its path, or another one if another file has it.
    private func place(
        _ item: Int, _ part: OwnFile, _ blocks: [UInt8], resumed: Bool
    ) throws(FeedError) {
        let version = items[item].row.version
        let found = try read(part, of: item)
        let time = time(ofFile: items[item].item, found)
        for _ in 0..<Self.pathCount {
            // Each path may be the one at which a killed run has placed the file.
            if try folder.place(part, at: items[item].row.path, modified: time) == .placed {
                return try placed(item, blocks, found, resumed: resumed)
            }
            if try takeOver(item) { return try folder.removePart(of: version) }
            try reassign(item)
        }
        throw noPath(for: item)
    }

    /// Finishes an item whose download has its path.
    private func placed(
        _ item: Int, _ blocks: [UInt8], _ found: OriginalFacts?, resumed: Bool
    ) throws(FeedError) {
        guard let status = try folder.status(of: items[item].row.path) else {
            throw FeedError(.storage, "the original \(items[item].row.path) has disappeared")
        }
        try finish(item, blocks, status)
        if let found { try facts?.add(found) }
        progress.downloaded += 1
        if resumed { progress.resumed += 1 }
        report()
        unsettled.append(item)
        if unsettled.count >= Self.settledCount { try settle() }
    }

    /// Makes the names and the rows of the placed files survive a power cut, in this order, and
    /// then removes the first names of their downloads.
    private func settle() throws(FeedError) {
        try folder.flush()
        try store.store(unsettled.map { items[$0].row }, isDurable: true)
        for item in unsettled {
            try folder.removePlacedPart(of: OriginalVersion(items[item].item.node))
        }
        unsettled = []
    }

    /// Returns the time of the last change that the file of a photo gets.
    private func time(ofFile item: FeedItem, _ found: OriginalFacts?) -> FeedTime {
        switch plan.choice.fileTime {
        case .modified: item.node.clientModified
        case .taken: (found.map { item.corrected(by: $0) } ?? item).node.date
        }
    }

    private func finish(
        _ item: Int, _ blocks: [UInt8], _ status: FileStatus
    ) throws(FeedError) {
        items[item].row.finish(blocks, modified: status.modifiedNanoseconds)
        // The server may not have stated it.
        if items[item].row.size == 0 { items[item].row.size = status.size }
        try store.store([items[item].row])
    }

    /// Reads the facts of a complete download, and gives it the path that follows from its date.
    ///
    /// The path is stored before the file has it, so that a killed run finds the file.
    private func read(_ part: OwnFile, of item: Int) throws(FeedError) -> OriginalFacts? {
        let row = items[item].row
        guard facts != nil, let found = FactsCollector.facts(in: part.descriptor, of: row) else {
            return nil
        }
        // A file that a killed run has placed stays there; the next run moves it.
        if try folder.placed(part, at: row.path) != nil { return found }
        let corrected = items[item].item.corrected(by: found)
        if plan.move(&items[item].row, accordingTo: corrected) {
            try store.store([items[item].row])
        }
        return found
    }

    /// Counts received bytes; those of an earlier attempt are not counted again.
    private func progressed(_ item: Int, _ bytes: Int64) {
        let known = received[item] ?? (bytes, 0)
        let counted = max(bytes - known.first, known.counted)
        progress.receivedBytes += counted - known.counted
        received[item] = (known.first, counted)
        report()
    }

    private func completed(_ item: Int, _ bytes: Int64) {
        progress.receivedBytes += max(0, bytes - (received[item]?.counted ?? 0))
        received[item] = (0, bytes)
    }

    /// Sends the progress, at most ten times a second.
    private func report(isForced: Bool = false) {
        let now = home.scheduler.now
        if let lastProgress, lastProgress.duration(to: now) < Self.progressInterval, !isForced {
            return
        }
        lastProgress = now
        observer.send(.progress(progress))
    }
}
