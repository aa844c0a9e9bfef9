import Foundation
import PhotoFeed
import PictureScaling
import Scheduling
import Signals

/// A run of `OriginalThumbnails`.
@Schedulable
final class OriginalThumbnailsRunner {
    /// The number of files that are read at the same time, and of processes among them.
    private static let width = (files: 6, processes: 2)
    /// The number of thumbnails that are read from the library at once.
    private static let window = 500

    private typealias Outcome = Result<[UInt8], PictureScalingError>

    /// An open file that waits for a process.
    private struct Ready {
        let pending: PendingThumbnail
        let handle: FileHandle
        let path: String
    }

    private let originals: OriginalsReader
    private let present: Set<NodeID>
    private let writer: any FeedWriter
    private let facts: (any OriginalFactsWriter)?
    private let size: ThumbnailSize
    private let box: PictureBox
    private let home: SchedulerIsolation
    private let maker: PictureMaker
    private let observer: Observer<OriginalThumbnailsEvent, FeedError>
    /// The server's files; `nil` if they are not read, or no longer after a failure of the server.
    private var previews: ServerPreviews?
    private var progress = OriginalThumbnailsProgress()
    private var waiting: ArraySlice<PendingThumbnail> = []
    private var position: FeedPosition?
    private var isAtEnd = false
    private var running: [NodeID: Disposable] = [:]
    private var ready: [Ready] = []
    private var processes = 0
    private var unavailable: Set<String> = []
    private var faults = FileFaults()
    private var isStarting = false
    private var hasEnded = false

    init(
        _ originals: OriginalsReader, present: Set<NodeID>, previews: ServerPreviews?,
        writer: any FeedWriter, facts: (any OriginalFactsWriter)?,
        size: ThumbnailSize, home: SchedulerIsolation, maker: @escaping PictureMaker,
        observer: Observer<OriginalThumbnailsEvent, FeedError>
    ) {
        self.originals = originals
        self.present = present
        self.previews = previews
        self.writer = writer
        self.facts = facts
        self.size = size
        box = size.box
        self.home = home
        self.maker = maker
        self.observer = observer
        isAtEnd = present.isEmpty && previews == nil
    }

    func begin() { perform { () throws(FeedError) in try startNext() } }

    /// Stops the processes and the requests; the next run makes their thumbnails.
    func cancel() {
        hasEnded = true
        let stopped = running.values
        running = [:]
        ready = []
        stopped.forEach { $0.dispose() }
        previews?.removeFiles()
    }

    private func perform(_ work: () throws(FeedError) -> Void) {
        guard !hasEnded, !observer.isDisposed else { return }
        do throws(FeedError) { try work() } catch {
            cancel()
            observer.fail(error)
        }
    }

    private func startNext() throws(FeedError) {
        guard !isStarting else { return }
        isStarting = true
        defer { isStarting = false }
        while running.count < Self.width.files, let pending = try next() { try start(pending) }
        guard running.isEmpty, !hasEnded else { return }
        hasEnded = true
        previews?.removeFiles()
        if progress.made + progress.failed > 0 { try writer.collectGarbage() }
        observer.send(.finished(progress))
        observer.end(.completed)
    }

    /// The next thumbnail whose original is in place, or may be read at the server.
    private func next() throws(FeedError) -> PendingThumbnail? {
        while true {
            while let pending = waiting.popFirst() {
                if previews != nil || present.contains(pending.id) { return pending }
            }
            guard !isAtEnd else { return nil }
            let read = try writer.thumbnailsToMake(after: position, limit: Self.window)
            isAtEnd = read.count < Self.window
            position = read.last?.position ?? position
            waiting = read[...]
        }
    }

    private func start(_ pending: PendingThumbnail) throws(FeedError) {
        guard let item = try writer.item(pending.id), item.node.revision == pending.revision else {
            return
        }
        // The file may have gone, or have changed since the listing.
        if present.contains(pending.id), let file = try originals.file(of: item.node),
            let handle = try? file.handle()
        {
            running[pending.id] = Disposable()
            decode(Ready(pending: pending, handle: handle, path: item.displayPath))
        } else if let previews, let reading = previews.reading(of: item) {
            read(reading, of: item, pending)
        }
    }

    // MARK: The server's files

    private func read(
        _ reading: ServerPreviews.Reading, of item: FeedItem, _ pending: PendingThumbnail
    ) {
        guard let previews else { return }
        let subscription = Disposable()
        running[pending.id] = subscription
        var result: ServerPreviews.Result?
        subscription.add(
            previews.read(reading, of: item).observe(
                { result = $0 },
                ended: { [weak self] completion in
                    self?.perform { () throws(FeedError) in
                        try self?.take(completion, result, of: reading, of: item, pending)
                    }
                }))
    }

    private func take(
        _ completion: Completion<FeedError>, _ result: ServerPreviews.Result?,
        of reading: ServerPreviews.Reading, of item: FeedItem, _ pending: PendingThumbnail
    ) throws(FeedError) {
        // First, because a file whose thumbnail is stored is not read again.
        if completion == .completed, let result { try facts?.store([result.facts]) }
        switch (completion, result?.content) {
        case (.failed(let error), _):
            progress.postponed += 1
            observer.send(.failed(path: item.displayPath, reason: error.message))
            // Further requests would only repeat a failure of the server.
            if !faults.areOfOneFile(with: error) { previews = nil }
        case (.completed, .picture(let bytes)?):
            faults.noteSuccess()
            try store(.picture(bytes, .notRequested), of: pending)
            progress.made += 1
        case (.completed, .file(let handle)?):
            return decode(Ready(pending: pending, handle: handle, path: item.displayPath))
        case (.completed, nil): progress.postponed += 1
        case (.completed, .nothing?):
            if let next = previews?.readingAfterHead(of: item) {
                return read(next, of: item, pending)
            }
            faults.noteSuccess()
            try store(.failure(.nothingEmbedded), of: pending)
        }
        running[pending.id] = nil
        observer.send(.progress(progress))
        try startNext()
    }

    // MARK: Processes

    /// Decodes a file at once, or when one of the processes has ended.
    private func decode(_ file: Ready) {
        guard processes < Self.width.processes else { return ready.append(file) }
        processes += 1
        let (maker, box, handle) = (maker, box, file.handle)
        let made = Signal<Outcome?, Never>.task(in: home) {
            do {
                return .success(try await maker(handle, box))
            } catch let error as PictureScalingError {
                return .failure(error)
            } catch {
                // The run was disposed of.
                return nil
            }
        }
        running[file.pending.id]?.add(
            made.observe { [weak self] outcome in
                guard let self, let outcome else { return }
                perform { () throws(FeedError) in try take(outcome, of: file) }
            })
    }

    private func take(_ outcome: Outcome, of file: Ready) throws(FeedError) {
        running[file.pending.id] = nil
        processes -= 1
        if !ready.isEmpty { decode(ready.removeFirst()) }
        switch outcome {
        case .success(let bytes):
            try store(.picture(bytes, .notRequested), of: file.pending)
            progress.made += 1
        case .failure(let error) where error.code == .programMissing:
            progress.postponed += 1
            let advice = error.advice.map { "; \($0)" } ?? ""
            if unavailable.insert(error.message).inserted {
                observer.send(.unavailable(reason: error.message + advice))
            }
        case .failure(let error):
            if error.code.isOfFile {
                try store(.failure(.ofOriginal(error.code.name)), of: file.pending)
                progress.failed += 1
            } else {
                progress.postponed += 1
            }
            observer.send(.failed(path: file.path, reason: error.message))
        }
        observer.send(.progress(progress))
        try startNext()
    }

    private func store(
        _ result: ThumbnailResult.Result, of pending: PendingThumbnail
    ) throws(FeedError) {
        try writer.store([ThumbnailResult(pending: pending, result: result)], size: size)
    }
}

extension ThumbnailSize {
    /// The box that the name states, such as `w480h320`; that of `medium` for another name.
    var box: PictureBox {
        let sides = rawValue.dropFirst().split(separator: "h").compactMap { Int($0) }
        guard rawValue.hasPrefix("w"), sides.count == 2,
            sides.allSatisfy({ (1...4_096).contains($0) })
        else { return PictureBox(480, 320) }
        return PictureBox(sides[0], sides[1])
    }
}
