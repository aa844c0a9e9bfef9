import DurableFiles
import PhotoFeed
import Scheduling
import Signals

/// Builds a new file of an original from the good blocks of its file and from blocks of the server.
@Schedulable
final class OriginalRepair {
    /// The result of a repair.
    enum Outcome {
        /// The new file is in place: its row, and the number of blocks that were downloaded.
        case repaired(OriginalRow, blocks: Int)
        /// The file is as it was, for this reason.
        case left(reason: String)
    }

    private let row: OriginalRow
    private var bad: Set<Int>
    private let fetcher: any OriginalFetcher
    private let folder: OriginalsFolder
    private let observer: Observer<Outcome, FeedError>
    private var part: PartFile?
    private var hash = BlockHash()
    private var block = 0
    private var subscription = Disposable()

    private init(
        _ row: OriginalRow, _ bad: [Int], _ fetcher: any OriginalFetcher,
        in folder: OriginalsFolder, _ observer: Observer<Outcome, FeedError>
    ) {
        self.row = row
        self.bad = Set(bad)
        self.fetcher = fetcher
        self.folder = folder
        self.observer = observer
    }

    /// Repairs a file; sends the outcome.
    ///
    /// - Parameter bad: the numbers of the blocks to download.
    static func run(
        _ row: OriginalRow, _ bad: [Int], _ fetcher: any OriginalFetcher,
        in folder: OriginalsFolder
    ) -> Signal<Outcome, FeedError> {
        Signal { observer in
            let repair = OriginalRepair(row, bad, fetcher, in: folder, observer)
            observer.onDispose { repair.cancel() }
            repair.begin()
        }
    }

    private func cancel() {
        subscription.dispose()
        part = nil
    }

    private func begin() {
        do throws(FeedError) {
            try folder.removePart(of: row.version)
            part = try folder.partFile(of: row.version)
            try proceed()
        } catch {
            fail(error)
        }
    }

    /// Copies good blocks up to the next bad one, and requests that.
    private func proceed() throws(FeedError) {
        while true {
            let start = Int64(block) * BlockHash.blockSize
            guard start < row.size else { return try finish() }
            let range = start..<min(start + BlockHash.blockSize, row.size)
            if bad.contains(block) { return fetch(range) }
            let bytes: [UInt8]
            do throws(ReadFailure) {
                bytes = try folder.bytes(of: row.path, in: range)
            } catch {
                guard error.isOfMedium else { return leave("it cannot be read: \(error.reason)") }
                // The block was good a moment ago.
                bad.insert(block)
                continue
            }
            try append(bytes)
        }
    }

    private func fetch(_ range: Range<Int64>) {
        subscription = Disposable()
        var received: [UInt8] = []
        subscription.add(
            fetcher.bytes(of: row.version, in: range).observe(
                { received += $0 },
                ended: { [weak self] completion in
                    guard let self else { return }
                    do throws(FeedError) {
                        if case .failed(let error) = completion { throw error }
                        try append(received)
                        try proceed()
                    } catch {
                        fail(error)
                    }
                }))
    }

    /// Appends a block, which must have its digest.
    private func append(_ bytes: [UInt8]) throws(FeedError) {
        var one = BlockHash()
        bytes.withUnsafeBytes { one.update($0) }
        let expected = (row.blocks ?? []).dropFirst(block * 32).prefix(32)
        guard one.blocks.elementsEqual(expected) else {
            throw FeedError(
                .malformedAnswer,
                "block \(block) of \(row.display) has other content than at the download")
        }
        bytes.withUnsafeBytes { hash.update($0) }
        try part?.write(bytes)
        block += 1
    }

    private func finish() throws(FeedError) {
        // The blocks are those of the download, whose content was the one that the server stated.
        guard hash.blocks == row.blocks else {
            throw FeedError(.malformedAnswer, "\(row.display) has other content than listed")
        }
        try part?.commit(expectedLength: row.size)
        do throws(FeedError) {
            try folder.setAsideDamaged(row.path)
        } catch {
            guard error.code == .storage else { throw error }
            try folder.removePart(of: row.version)
            return leave(error.message)
        }
        let modified = row.modified.map { $0.quotientAndRemainder(dividingBy: 1_000_000_000) }
        let time = FeedTime(secondsSinceEpoch: modified?.quotient ?? 0)
        let part = try folder.openArrivedPart(of: row.version)
        guard try folder.place(part, at: row.path, modified: time) == .placed,
            let status = try folder.status(of: row.path)
        else { throw FeedError(.storage, "another file took the path \(row.path)") }
        try folder.flush()
        try folder.removePlacedPart(of: row.version)
        var repaired = row
        repaired.modified = status.modifiedNanoseconds
        repaired.failure = nil
        observer.send(.repaired(repaired, blocks: bad.count))
        observer.end(.completed)
    }

    private func leave(_ reason: String) {
        part = nil
        observer.send(.left(reason: reason))
        observer.end(.completed)
    }

    private func fail(_ error: FeedError) {
        part = nil
        observer.fail(error)
    }
}
