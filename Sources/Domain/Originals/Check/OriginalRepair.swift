import DurableFiles
import PhotoFeed
import Scheduling
import Signals

/// Builds a new file of an original from the good blocks of its file and from blocks of the server.
@Schedulable
final class OriginalRepair {
    private let row: OriginalRow
    private let bad: Set<Int>
    private let fetcher: any OriginalFetcher
    private let folder: OriginalsFolder
    private let observer: Observer<OriginalRow, FeedError>
    private var part: PartFile?
    private var hash = BlockHash()
    private var block = 0
    private var subscription = Disposable()

    private init(
        _ row: OriginalRow, _ bad: [Int], _ fetcher: any OriginalFetcher,
        in folder: OriginalsFolder, _ observer: Observer<OriginalRow, FeedError>
    ) {
        self.row = row
        self.bad = Set(bad)
        self.fetcher = fetcher
        self.folder = folder
        self.observer = observer
    }

    /// Repairs a file; sends its row when the new file is in place.
    ///
    /// - Parameter bad: the numbers of the blocks to download.
    static func run(
        _ row: OriginalRow, _ bad: [Int], _ fetcher: any OriginalFetcher,
        in folder: OriginalsFolder
    ) -> Signal<OriginalRow, FeedError> {
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
            guard let bytes = try folder.bytes(of: row.path, in: range) else {
                throw FeedError(.storage, "\(row.path) was changed during its repair")
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
        try folder.setAsideDamaged(row.path)
        let modified = row.modified.map { $0.quotientAndRemainder(dividingBy: 1_000_000_000) }
        let time = FeedTime(secondsSinceEpoch: modified?.quotient ?? 0)
        guard try folder.place(row.version, at: row.path, modified: time) == .placed,
            let status = try folder.status(of: row.path)
        else { throw FeedError(.storage, "another file took the path \(row.path)") }
        try folder.flush()
        var repaired = row
        repaired.modified = status.modifiedNanoseconds
        repaired.failure = nil
        observer.send(repaired)
        observer.end(.completed)
    }

    private func fail(_ error: FeedError) {
        part = nil
        observer.fail(error)
    }
}
