package import PhotoFeed

/// A library for tests of code that reads one: values in memory.
///
/// Its windows contain `items` in their order, and `formerItems` at earlier times.
package final class LibraryStub: FeedReader {  // not @Schedulable: confined to its test
    /// The photos and videos, newest first.
    package var items: [FeedItem]
    /// The items at earlier times; another time of a query is refused.
    package var formerItems: [FeedTime: [FeedItem]] = [:]
    /// The stored thumbnails.
    package var pictures: [NodeID: [UInt8]] = [:]
    /// The number of changes.
    package var changes: Int64 = 0
    /// Whether the library was neither deleted nor replaced.
    package var isInPlace: () -> Bool = { true }
    /// The records of the last runs, newest first.
    package var records: [SyncRecord] = []
    /// The entries of the journal, oldest first.
    package var entries: [JournalEntry] = []
    /// The time since which the journal has all changes.
    package var journalStart: FeedTime?
    /// The state in the history of the feed.
    package var feedState = FeedState.empty
    /// The number of windows that can be read; the next one fails as that of a damaged library.
    package var readableWindows = Int.max
    /// The number of items in the windows that were read.
    package private(set) var itemsRead = 0

    /// Creates a library with these photos and videos, newest first.
    package init(items: [FeedItem] = []) { self.items = items }

    /// Returns `feedState`.
    package func state() -> FeedState { feedState }

    /// `false`.
    package func hasStored(_ credential: FeedCredential) -> Bool { false }

    /// None.
    package func thumbnailSize() -> ThumbnailSize? { nil }

    /// None.
    package func pendingThumbnails(
        after position: FeedPosition?, limit: Int, withMediaInfo: Bool
    ) -> [PendingThumbnail] { [] }

    /// Counts `items` by the states of their thumbnails.
    package func statistics(withMediaInfo: Bool) -> LibraryStatistics {
        var (stored, failed, unsupported, pending) = (0, 0, 0, 0)
        for item in items {
            switch item.thumbnail {
            case .stored: stored += 1
            case .failed(let failure) where failure.isUnsupported: unsupported += 1
            case .failed: failed += 1
            case .pending: pending += 1
            }
        }
        return LibraryStatistics(
            nodes: items.count, thumbnails: stored, failedThumbnails: failed,
            unsupportedThumbnails: unsupported, pendingThumbnails: pending)
    }

    /// Returns the next of the items within the limits of the query.
    package func window(_ query: FeedQuery) throws(FeedError) -> FeedWindow {
        guard readableWindows > 0 else {
            throw FeedError(.libraryDamaged, "the library is damaged")
        }
        readableWindows -= 1
        let all = try items(at: query.time)
        let found = all.indices.filter { index in
            let date = all[index].node.date
            if let since = query.since, date < since { return false }
            if let until = query.until, date >= until { return false }
            return index >= Int(query.after?.number ?? 0)
        }
        let next = found.dropFirst(query.limit).first.map { index in
            FeedPosition(date: all[index].node.date, number: Int64(index))
        }
        itemsRead += min(query.limit, found.count)
        return FeedWindow(items: found.prefix(query.limit).map { all[$0] }, next: next)
    }

    private func items(at time: FeedTime?) throws(FeedError) -> [FeedItem] {
        guard let time else { return items }
        guard let former = formerItems[time] else {
            throw FeedError(.historyNotKept, "the journal does not reach back to \(time)")
        }
        return former
    }

    /// Returns an item of `items`.
    package func item(_ id: NodeID) -> FeedItem? { items.first { $0.node.id == id } }

    /// Returns the display path of an item of `items`.
    package func displayPath(of id: NodeID) -> String? { item(id)?.displayPath }

    /// Returns a picture of `pictures`.
    package func thumbnail(of id: NodeID) -> [UInt8]? { pictures[id] }

    /// Returns `records`.
    package func syncHistory() -> [SyncRecord] { records }

    /// Returns the next of `entries`; a page of the journal has one entry.
    package func journal(_ query: JournalQuery) -> JournalWindow {
        let start = Int(query.after?.page ?? -1) + 1
        let found = entries.indices.dropFirst(start).filter { index in
            if let since = query.since, entries[index].time < since { return false }
            return true
        }
        let part = found.prefix(query.limit)
        let next = part.count < found.count ? part.last : nil
        return JournalWindow(
            entries: part.map { entries[$0] },
            next: next.map { JournalPosition(page: Int64($0), id: entries[$0].id) },
            start: journalStart)
    }
}

extension LibraryStub: ChangeMarking {
    /// Returns `changes`.
    package func changeMark() throws(FeedError) -> Int64 {
        guard isInPlace() else { throw FeedError(.libraryNotFound, "the library does not exist") }
        return changes
    }
}

extension LibraryStub: FeedScanning {
    /// Shows the oldest item first; the numbers begin with 1.
    package func scan(
        after number: Int64, limit: Int, _ body: (ScannedItem) -> Void
    ) throws(FeedError) -> Int64? {
        guard readableWindows > 0 else {
            throw FeedError(.libraryDamaged, "the library is damaged")
        }
        readableWindows -= 1
        let rest = items.reversed().dropFirst(Int(number)).prefix(limit)
        for (offset, item) in rest.enumerated() {
            let folder = String(
                decoding: item.displayPath.utf8.dropLast(item.node.name.utf8.count), as: UTF8.self)
            var (name, id) = (item.node.name, item.node.id.rawValue)
            name.withUTF8 { name in
                id.withUTF8 { id in
                    body(
                        ScannedItem(
                            number: number + Int64(offset) + 1, date: item.node.date,
                            fileTime: item.node.displayTime,
                            timeTaken: item.node.mediaInfo?.timeTaken, kind: item.node.kind,
                            location: item.node.mediaInfo?.location,
                            content: item.node.contentHash.map(ScannedItem.key),
                            identifier: ScannedItem.key(
                                ofIdentifier: (item.node.mediaInfo?.contentIdentifier ?? "").utf8),
                            folder: Int64(folder.hashValue), folderPath: folder,
                            name: UnsafeRawBufferPointer(name), id: UnsafeRawBufferPointer(id)))
                }
            }
        }
        itemsRead += rest.count
        return rest.count < limit ? nil : number + Int64(limit)
    }

    /// Returns the items with the numbers of `scan`.
    package func items(numbered numbers: [Int64]) -> [FeedItem] {
        let oldestFirst = Array(items.reversed())
        return numbers.compactMap { number in
            (1...max(1, oldestFirst.count)).contains(Int(number)) && !oldestFirst.isEmpty
                ? oldestFirst[Int(number) - 1] : nil
        }
    }
}
