import Foundation
import PhotoFeed
import PictureScaling
import Scheduling
import Signals

/// A run of `OriginalThumbnails`.
@Schedulable
final class OriginalThumbnailsRunner {
    /// The number of processes at the same time.
    private static let width = 2
    /// The number of thumbnails that are read from the library at once.
    private static let window = 500

    private typealias Outcome = Result<[UInt8], PictureScalingError>

    private let originals: OriginalsReader
    private let present: Set<NodeID>
    private let writer: any FeedWriter
    private let size: ThumbnailSize
    private let box: PictureBox
    private let maker: PictureMaker
    private let observer: Observer<OriginalThumbnailsEvent, FeedError>
    private var progress = OriginalThumbnailsProgress()
    private var waiting: ArraySlice<PendingThumbnail> = []
    private var position: FeedPosition?
    private var isAtEnd = false
    private var running: [NodeID: Disposable] = [:]
    private var unavailable: Set<String> = []
    private var isPerforming = false
    private var hasEnded = false

    init(
        _ originals: OriginalsReader, present: Set<NodeID>, writer: any FeedWriter,
        size: ThumbnailSize, maker: @escaping PictureMaker,
        observer: Observer<OriginalThumbnailsEvent, FeedError>
    ) {
        self.originals = originals
        self.present = present
        self.writer = writer
        self.size = size
        box = size.box
        self.maker = maker
        self.observer = observer
        isAtEnd = present.isEmpty
    }

    func begin() { perform { () throws(FeedError) in try startNext() } }

    /// Stops the processes; the next run makes their thumbnails.
    func cancel() {
        hasEnded = true
        let stopped = running.values
        running = [:]
        stopped.forEach { $0.dispose() }
    }

    private func perform(_ work: () throws(FeedError) -> Void) {
        guard !hasEnded, !observer.isDisposed else { return }
        do throws(FeedError) { try work() } catch {
            cancel()
            observer.fail(error)
        }
    }

    private func startNext() throws(FeedError) {
        guard !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        while running.count < Self.width, let pending = try next() { try start(pending) }
        guard running.isEmpty, !hasEnded else { return }
        hasEnded = true
        if progress.made + progress.failed > 0 { try writer.collectGarbage() }
        observer.send(.finished(progress))
        observer.end(.completed)
    }

    /// The next thumbnail whose original is in place.
    private func next() throws(FeedError) -> PendingThumbnail? {
        while true {
            while let pending = waiting.popFirst() {
                if present.contains(pending.id) { return pending }
            }
            guard !isAtEnd else { return nil }
            let read = try writer.thumbnailsToMake(after: position, limit: Self.window)
            isAtEnd = read.count < Self.window
            position = read.last?.position ?? position
            waiting = read[...]
        }
    }

    private func start(_ pending: PendingThumbnail) throws(FeedError) {
        // The file may have gone, or have changed since the listing.
        guard let item = try writer.item(pending.id), item.node.revision == pending.revision,
            let file = try originals.file(of: item.node), let handle = try? file.handle()
        else { return }
        let (maker, box, path) = (maker, box, item.displayPath)
        let subscription = Disposable()
        running[pending.id] = subscription
        let made = Signal<Outcome?, Never>.task {
            do {
                return .success(try await maker(handle, box))
            } catch let error as PictureScalingError {
                return .failure(error)
            } catch {
                // The run was disposed of.
                return nil
            }
        }
        subscription.add(
            made.observe { [weak self] outcome in
                guard let self, let outcome else { return }
                perform { () throws(FeedError) in try take(outcome, of: pending, path: path) }
            })
    }

    private func take(
        _ outcome: Outcome, of pending: PendingThumbnail, path: String
    ) throws(FeedError) {
        running[pending.id] = nil
        switch outcome {
        case .success(let bytes):
            try store(.picture(bytes, .notRequested), of: pending)
            progress.made += 1
        case .failure(let error) where error.code == .programMissing:
            progress.postponed += 1
            if unavailable.insert(error.message).inserted {
                let advice = error.advice.map { "; \($0)" } ?? ""
                observer.send(.unavailable(reason: error.message + advice))
            }
        case .failure(let error):
            if error.code.isOfFile {
                try store(.failure(.ofOriginal(error.code.name)), of: pending)
                progress.failed += 1
            } else {
                progress.postponed += 1
            }
            observer.send(.failed(path: path, reason: error.message))
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
